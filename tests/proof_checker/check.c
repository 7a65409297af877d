/* A second checker of certificates of version 2, written from docs/certificates.md. Usage:
 *     check CERTIFICATE [WORDS | SECRETS GUESSES] [--rule MATRIX]
 * It takes plain text: certificates that are not packed, and lists of words as games know them, of ASCII
 * without spaces. Weights are at most 10^9. It exits with 0 if it accepts, with 1 if it does not. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define EACH(i, n) for (int i = 0; i < (n); i++)
enum { MOST = 65535, DEEP = 9999 }; /* codes, and answers that differ; guesses in a row */
typedef __int128 wide;
static _Noreturn void fail(const char *why) { printf("refused: %s\n", why); exit(1); }
static void *room(size_t size) { void *p = calloc(size + 1, 1); if (!p) fail("memory"); return p; }
static int least_of(int a, int b) { return a < b ? a : b; }

/* -- SHA-256 (FIPS 180-4) of text that comes byte by byte -- */
static uint32_t root[64], hash[8], w[64];
static uint64_t bytes;
static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }
static uint32_t turns(uint32_t x, int a, int b, int c) { return turn(x, a) ^ turn(x, b) ^ turn(x, c); }
static int next_prime(int n) { int d; do for (n++, d = 2; n % d; d++) {} while (d < n); return n; }
static void add_byte(unsigned char byte) {
    uint32_t v[8], *word = w + bytes / 4 % 16;
    for (int i = 0, n = 2; !root[63]; n = next_prime(n)) root[i++] = (uint64_t)(cbrt(n) * 0x1p32);
    for (int i = 0, n = 2; !bytes && i < 8; n = next_prime(n)) hash[i++] = (uint64_t)(sqrt(n) * 0x1p32);
    *word = *word << 8 | byte;
    if (++bytes % 64) return;
    memcpy(v, hash, sizeof v);
    EACH(i, 64) {
        uint32_t x = w[(i + 49) % 64], y = w[(i + 62) % 64]; /* 15 and 2 before */
        if (i > 15) w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3)
                         + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
        x = v[7] + turns(v[4], 6, 11, 25) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + root[i] + w[i];
        y = turns(v[0], 2, 13, 22) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 28), v[4] += x, v[0] = x + y;
    }
    EACH(i, 8) hash[i] += v[i];
}
static void add_text(const char *text) { while (*text) add_byte(*text++); }
static int sums_to(const char *digest) { /* Whether that is the digest of what was added. */
    char own[65];
    uint64_t bits = bytes * 8;
    for (add_byte(0x80); bytes % 64 != 56;) add_byte(0);
    for (int i = 56; i >= 0; i -= 8) add_byte(bits >> i);
    EACH(i, 8) sprintf(own + 8 * i, "%08x", hash[i]);
    return bytes = 0, !strcmp(own, digest);
}

/* -- files -- */
typedef struct { char **code; int count; } List;
static List heads;
static int64_t *a; /* The numbers of a line. */
static FILE *opened(char *path) { FILE *f = fopen(path ? path : "", "r"); if (!f) fail("no file"); return f; }
static void append(List *list, const char *code) {
    list->code = realloc(list->code, sizeof *list->code * (list->count + 1));
    if (list->count == MOST || !(list->code[list->count++] = strdup(code))) fail("too many codes");
}
static char *head(const char *name, char *otherwise) { /* What follows a name; NULL if it must be there. */
    EACH(i, heads.count) if (!strncmp(heads.code[i], name, strlen(name))) return heads.code[i] + strlen(name);
    return otherwise ? otherwise : (fail(name), NULL);
}
static int numbers(FILE *file) { /* Read those of a line, with zeros after them; how many, 0 at the end. */
    static int space;
    char digits[19], gap = ' ';
    for (int n = 0, got;; a[n++] = atoll(digits)) {
        if (n + 4 > space && !(a = realloc(a, sizeof *a * (space = 2 * n + 64)))) fail("memory");
        memset(a + n, 0, 3 * sizeof *a);
        if (gap == '\n') return n;
        gap = '\n', got = fscanf(file, "%18[0-9]%c", digits, &gap);
        if (got == EOF && !n) return 0;
        if (got < 1 || (gap != ' ' && gap != '\n')) fail("no numbers");
    }
}
static int place(int64_t x, int many) { if (x < 1 || x > many) fail("a number of nothing"); return x - 1; }

/* -- the game: a code is its place among the guesses, from 0, also if it is a secret -- */
static enum { MOTUS, WORDLE, JOTTO, MASTERMIND, MOO, OWN } kind;
static const char *rules[] = {"motus", "wordle", "jotto", "mastermind", "moo"};
static char **guess, *hard, symbols[256];
static int length, N, G;
static uint16_t own[MOST], *column[MOST]; /* The secrets; what guesses tell of a code, once that is asked. */
static int compare(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }
static void make_codes(List *list, char *code, int n) { /* All that go on from so many pegs. */
    if (n == length) append(list, code);
    for (char *c = symbols; *c && n < length; c++)
        if (kind != MOO || !memchr(code, *c, n)) code[n] = *c, make_codes(list, code, n + 1);
}
static List list_of(char *path, const char *claim) { /* What is claimed: the number and the digest. */
    List list = {0};
    char text[66] = "", *initial = head("initial ", "");
    FILE *file = *symbols ? NULL : opened(path);
    if (!file) make_codes(&list, text, 0);
    while (file && !text[64] && fscanf(file, "%65s", text) == 1)
        if (!strncmp(text, initial, strlen(initial)) && (!length || (int)strlen(text) == length))
            append(&list, text);
    if (list.count) qsort(list.code, list.count, sizeof *list.code, compare);
    EACH(i, list.count) add_text(i ? "\n" : ""), add_text(list.code[i]);
    int size = sprintf(text, "%d ", list.count);
    if (text[64] || !list.count || strncmp(claim, text, size) || !sums_to(claim + size)) fail("other codes");
    return list;
}
static int answer(int s, int g) { /* The number of what a guess tells of a code; 0 of itself. */
    static uint16_t number[14348907], met; /* 3 to the 15th: words have 15 letters at most. */
    char rest[66] = "", *a = guess[g], *b = guess[s];
    unsigned right = 0, moved = 0, marks = 0;
    if (s == g) return 0;
    if (kind == OWN) fail("a row that does not say what a guess tells");
    strcpy(rest, b);
    for (int i = 0; a[i] && b[i]; i++) if (a[i] == b[i]) right++, rest[i] = 1;
    for (int i = 0; a[i]; i++) { /* The letters that are left over are given out. */
        char *left = rest[i] == 1 ? NULL : strchr(rest, a[i]);
        marks = 3 * marks + (rest[i] == 1 ? 2 : left != NULL);
        if (left) *left = 2, moved++;
    }
    uint16_t *at = number + (kind < JOTTO ? marks : right + moved + (kind == JOTTO ? 0 : 100 * right));
    return *at || (*at = ++met) ? *at : (fail("too many answers"), 0);
}
static inline int told(int s, int g) { return column[s] ? column[s][g] : answer(s, g); }
static int count_of(const char *code, char a) { int n = 0; while (*code) n += *code++ == a; return n; }
static int barred(int g, int s, int h) { /* Whether h may not follow g, answered as of s. */
    const char *a = guess[g], *b = guess[s], *c = guess[h];
    if (!*hard || g == s) return 0;
    if (strcmp(hard, "hints")) return told(h, g) != told(s, g);
    for (int i = 0; a[i]; i++) if ((a[i] == b[i] && a[i] != c[i])
            || count_of(c, a[i]) < least_of(count_of(a, a[i]), count_of(b, a[i]))) return 1;
    return 0;
}
static int place_of(const char *code) { /* Among the guesses. */
    char **at = bsearch(&code, guess, G, sizeof *guess, compare);
    return at ? at - guess : (fail("no guess"), 0);
}
static void read_matrix(FILE *file) { /* Answers are numbered as they come. */
    char text[16];
    EACH(s, N) column[own[s]] = room(sizeof **column * G);
    EACH(g, G) {
        if (numbers(file) != N) fail("rows");
        for (int s = 0, t, met = 0; s < N; s++) {
            for (t = 0; t < s && (own[t] == g || a[t] != a[s]); t++) {}
            column[own[s]][g] = own[s] == g ? 0 : t < s ? column[own[t]][g] : ++met;
            sprintf(text, s ? " %d" : g ? "\n%d" : "%d", column[own[s]][g]), add_text(text);
        }
    }
    if (numbers(file) || !sums_to(head("matrix ", NULL))) fail("another rule");
}
static void read_game(char **path, int lists, char *matrix) {
    char *given = head("symbols ", ""), *size = head("length ", "0");
    int many = 0, two = lists > 1 && !*head("lexicon ", "");
    if (numbers(fmemopen(size, strlen(size), "r")) != 1) fail("length");
    length = *a < MOST ? *a : MOST, hard = head("hard ", "");
    while (kind < OWN && strcmp(head("rule ", NULL), rules[kind])) kind++;
    if (kind == MASTERMIND || kind == MOO) {
        for (int c = 1; c < 256; c++) if (strchr(given, c)) symbols[many++] = c;
        int longest = kind == MOO ? least_of(64, many) : 64;
        if (!many || (int)strlen(given) != many || length < 1 || length > longest) fail("pegs or symbols");
    }
    if (two) path += lists - 2;
    List secrets = list_of(*path, head("secrets ", NULL)), all = list_of(path[two], head("guesses ", NULL));
    if (!strcmp(hard, "possible")) all = secrets;
    else if (*hard && strcmp(hard, "consistent") && (strcmp(hard, "hints") || kind > WORDLE)) fail("hard");
    guess = all.code, G = all.count, N = secrets.count;
    for (int g = 0; g < G && kind <= JOTTO; g++)
        if (strlen(guess[g]) > 15 || (kind < JOTTO && strlen(guess[g]) != strlen(*guess))) fail("words");
    EACH(s, N) own[s] = place_of(secrets.code[s]);
    if (kind == OWN) read_matrix(opened(matrix));
}

/* -- the proof -- */
typedef struct { int state, n; uint16_t *part; } Set; /* Secrets, when so many guesses were made. */
typedef struct { Set set; int64_t bound; unsigned char *needs; int next; } Lemma;
static int endless, end, first, asked, shown = 1, equal = 1, mapped, lemmas, names, table[1 << 20];
static int weight[MOST], kinds[MOST]; /* How many classes a guess makes. */
static int64_t *named, met[MOST + 1], class[MOST], base = 1; /* The reasons are `named`, so many `names`. */
static wide price[1024], left;
static uint16_t some[MOST], orbit[MOST]; /* Of a guess, itself or one before that permutations make of it. */
static unsigned char bar[MOST], member[MOST]; /* What the path bars; what a lemma is about. */
static Set found[MOST];
static Lemma *lemma;
static int split(Set set, int g) { /* Into classes, `found` in order of their first; the guess is in none. */
    int made = 0, at = 0;
    base += MOST + 1;
    EACH(i, set.n) {
        int64_t *one = met + (g < 0 ? 1 : told(set.part[i], g));
        if (*one < base) found[made] = (Set){least_of(set.state + 1, end), 0, some}, *one = base + made++;
        class[set.part[i]] = *one, found[*one - base].n += set.part[i] != g;
    }
    EACH(c, made) found[c].part += at, at += found[c].n, found[c].n = 0;
    EACH(i, set.n) {
        Set *to = found + (class[set.part[i]] - base);
        if (set.part[i] != g) to->part[to->n++] = set.part[i];
    }
    return made;
}
static int heavier(const void *a, const void *b) { return *(int *)b - *(int *)a; }
static wide least(Set set, int most) { /* What those of a set that have a class cost by their size. */
    static int heavy[MOST];
    int n = 0, at = set.state;
    wide sum = 0, reach = 1, each = price[at];
    EACH(i, set.n) if (class[set.part[i]]) heavy[n++] = weight[set.part[i]];
    if (!equal) qsort(heavy, n, sizeof *heavy, heavier);
    for (int i = 0; i < n; sum += heavy[i++] * each) if (i == reach) each += price[++at], reach *= most;
    return sum;
}
static int *slot_of(Set set) { /* Where the lemmas about it begin. */
    uint64_t h = 1469598103934665603u + set.state;
    EACH(i, set.n) h = (h ^ set.part[i]) * 1099511628211u, h ^= h >> 29;
    return table + (h & ((1 << 20) - 1));
}
static wide known(Set set, int g) { /* The best lemma about a set, on the path or after a guess. */
    wide best = 0;
    for (Lemma *l = lemma + *slot_of(set); l > lemma; l = lemma + l->next) {
        int fits = l->bound > best && l->set.state == set.state && l->set.n == set.n
                   && !memcmp(l->set.part, set.part, sizeof *some * set.n);
        for (int h = 0; fits && l->needs && h < G; h++)
            fits = !l->needs[h] || bar[h] || (g >= 0 && barred(g, *set.part, h));
        if (fits) best = l->bound;
    }
    return best;
}
static wide available(Set set, int64_t all, int g, int most) { /* The best that is known of a class, `all`. */
    wide total = 0, one, itself = known(set, g);
    for (int r = 0, i = 0; r < names; r++, i = 0) {
        Set in = lemma[named[r]].set;
        while (i < in.n && in.state == set.state && class[in.part[i]] == all) i++;
        if (i < in.n || !(one = known(in, g))) continue;
        for (total += one; i-- > 0;) class[in.part[i]] = 0;
    }
    total += least(set, most);
    return total > itself ? total : itself;
}
static wide costs(Set set, int g, wide bound, int most) { /* What the classes cost; by size if that does. */
    wide low = 0, total = 0;
    int made = split(set, g);
    EACH(c, made) low += least(found[c], most);
    for (int c = 0; c < made && low < bound; c++) total += available(found[c], base + c, g, most);
    return low < bound ? total : low;
}
static int first_of(int g) { return orbit[g] == g ? g : (orbit[g] = first_of(orbit[g])); }
static void check(Set set, wide bound, int only) { /* See that each guess costs so much, or only one. */
    int most = 2, after = least_of(set.state + 1, end);
    wide later = price[after + 1], all = set.n * (price[after] + later);
    EACH(i, set.n) {
        uint16_t **at = column + set.part[i], *made = *at || mapped ? *at : room(sizeof *made * G);
        for (int g = 0; made != *at && g < G; g++) made[g] = answer(set.part[i], g);
        *at = made, bound -= weight[set.part[i]] * price[set.state];
    }
    EACH(g, G) {
        int made = 0, n = first_of(g) == g ? set.n : 0;
        int64_t *one, now = base += MOST + 1;
        EACH(i, n) one = met + told(set.part[i], g), made += *one < now, *one = now;
        kinds[g] = made, most = bar[g] || made < most ? most : made;
    }
    EACH(g, G) {
        if (only ? g != only - 1 : bar[g] || kinds[g] < 2) continue;
        /* One of each class is found by the next guess, the others later: that may be enough. */
        if (equal && !only && !member[g] && all - later * kinds[g] >= bound) continue;
        wide best = costs(set, g, bound, most);
        for (int h = only ? G : g + 1; h < G && best < bound; h++) /* Another may do that is like it. */
            if (first_of(h) == g) best = costs(set, h, bound, most);
        if (best < bound) fail("a guess that may cost less");
    }
}
static void name(int64_t *reasons, int count) { /* Take the reasons of a step. */
    EACH(r, count) place(reasons[r], lemmas);
    named = reasons, names = count;
}
static void forget_permutations(void) { mapped = 0; EACH(g, G) orbit[g] = g; }
static void ask(int64_t *a, int count) { /* first, endless, prices */
    if (!shown || count < 3 || count > 1002 || a[0] > G || a[1] > 1 || count + a[1] < 4) fail("a question");
    first = a[0], endless = a[1], end = count - 3, shown = 0, asked = 1;
    EACH(i, 1024) price[i] = i <= end ? a[2 + i] : endless * price[end];
    for (; lemmas; lemmas--) free(lemma[lemmas].set.part), free(lemma[lemmas].needs);
    memset(bar, 0, G), memset(table, 0, sizeof table), forget_permutations();
}
static void weigh(int64_t *a, int count) { /* one for each secret */
    if (asked || count != N) fail("weights");
    equal = 1;
    EACH(s, N) weight[own[s]] = 1 + place(a[s], 1000000000), equal &= a[s] == 1;
}
static int64_t *play(Set set, int64_t *guesses, int depth) { /* Pay for a set; where its guesses end. */
    static int path[DEEP];
    EACH(i, set.n) left -= weight[set.part[i]] * price[set.state];
    if (left < 0 || depth == DEEP) fail("a strategy that costs more");
    if (set.state == end && !endless) return guesses;
    int g = path[depth] = place(*guesses++, G);
    if (!depth && first && g != first - 1) fail("another first guess");
    for (int i = 0; i < depth && *hard; i++) if (barred(path[i], *set.part, g)) fail("a guess that may not");
    Set *last = found + split(set, g) - 1;
    int n = last->part + last->n - some, state = last->state;
    memcpy(set.part, some, sizeof *some * n);
    for (int from = 0, to = 0; from < n; from = to) {
        while (to < n && class[set.part[to]] == class[set.part[from]]) to++;
        guesses = play((Set){state, to - from, set.part + from}, guesses, depth + 1);
    }
    return guesses;
}
static void strategy(int64_t *a, int count) { /* cost, guesses */
    static uint16_t order[MOST];
    left = a[0], memcpy(order, own, sizeof own);
    if (play((Set){0, N, order}, a + 1, 0) != a + count) fail("a strategy that goes on");
    shown = 1;
}
static void add_lemma(int64_t *a, int count) { /* state, bound, n, n secrets, reasons */
    int n = place(a[2], count - 3) + 1;
    if (n < 2 || a[0] > end - 1 + endless) fail("a lemma about no set or no state");
    Lemma l = {{a[0], n, room(sizeof *some * n)}, a[1], *hard ? room(G) : NULL, 0};
    memset(member, 0, G);
    EACH(i, n) member[l.set.part[i] = own[place(a[3 + i], N)]] = 1;
    for (int i = 1; i < n; i++) if (a[3 + i] <= a[2 + i]) fail("secrets in no order");
    for (int g = 0; g < G && mapped; g++)
        if (!equal || bar[g] || member[g] != member[first_of(g)]) fail("permutations of something else");
    if (!(lemmas & (lemmas + 1))) lemma = realloc(lemma, sizeof l * 2 * (lemmas + 1));
    if (known(l.set, -1) < a[1]) {
        name(a + 3 + n, count - 3 - n), check(l.set, a[1], 0);
        for (int g = 0; g < G && *hard; g++) l.needs[g] = bar[g] && kinds[g] > 1;
        l.next = *slot_of(l.set), *slot_of(l.set) = lemmas + 1;
    }
    lemma[++lemmas] = l;
    if (mapped) forget_permutations();
}
static void walk(int64_t *a, int count) { /* guess, secret, guess, secret, ... */
    memset(bar, 0, G);
    for (int i = 0; i < count; i += 2)
        EACH(h, G) bar[h] |= barred(place(a[i], G), own[place(a[i + 1], N)], h);
}
static void permute(int64_t *a, int count) { /* places, symbols */
    int many = strlen(symbols), seen[2][256] = {{0}};
    if (!many || count != length + many) fail("no permutation of this game");
    EACH(i, count) if (seen[i >= length][place(a[i], i < length ? length : many)]++) fail("no permutation");
    EACH(g, G) {
        char code[65] = {0};
        EACH(i, length) code[i] = symbols[a[length + (strchr(symbols, guess[g][a[i] - 1]) - symbols)] - 1];
        int x = first_of(g), y = first_of(place_of(code));
        orbit[x > y ? x : y] = least_of(x, y);
    }
    mapped = 1;
}
static void conclude(int64_t *a, int count) { /* bound, reasons */
    memset(bar, 0, G), name(a + 1, count - 1), split((Set){-1, N, own}, -1); /* All are one class. */
    if (first) check((Set){0, N, own}, a[0], first);
    else if (available(found[0], base, -1, N + 1) < a[0]) fail("less is known");
    shown |= a[0] > 0;
}
static void (*const steps[])(int64_t *, int) = {0, ask, weigh, strategy, add_lemma, walk, permute, conclude};
int main(int count, char **argument) {
    char *text = NULL, *matrix = NULL;
    size_t space = 0;
    ssize_t size;
    if (count > 3 && !strcmp(argument[count - 2], "--rule")) matrix = argument[count - 1], count -= 2;
    FILE *file = opened(argument[1]);
    if (getline(&text, &space, file) < 0 || strcmp(text, "emip 2\n")) fail("no certificate");
    while ((size = getline(&text, &space, file)) > 0 && strcmp(text, "steps\n")) {
        size_t key = strcspn(text, " \n");
        EACH(i, heads.count)
            if (strcspn(heads.code[i], " ") == key && !strncmp(heads.code[i], text, key)) fail("a key twice");
        if (text[size - 1] != '\n' || strlen(text) != (size_t)size) fail("a head that is damaged");
        text[size - 1] = 0, append(&heads, text);
    }
    read_game(argument + 2, count - 2, matrix);
    EACH(g, G) weight[g] = 1;
    while ((count = numbers(file))) {
        if (*a < 1 || *a > 7 || (*a > 2 && !asked) || (count < 2 && *a != 5)) fail("a step");
        steps[*a](a + 1, count - 1);
    }
    if (!asked || !shown) fail("nothing is shown");
    return puts("accepted") < 0;
}
