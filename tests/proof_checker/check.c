/* A second checker of certificates of version 2, written from docs/certificates.md.
 *
 * Usage: check CERTIFICATE [WORDS | SECRETS GUESSES] [--rule MATRIX]
 *
 * It takes plain text: certificates that are not packed, and lists of words as games know them, in
 * order. Codes are ASCII. It exits with 0 if it accepts, with 1 if it does not. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 65535 }; /* codes */
typedef __int128 wide;
typedef struct { int state, count, *part; wide bound; unsigned char *needs; int next; } Lemma;

static void fail(const char *why) { printf("refused: %s\n", why); exit(1); }
static void *room(size_t size) { void *p = calloc(size ? size : 1, 1); if (!p) fail("memory"); return p; }

/* -- SHA-256 (FIPS 180-4) -- */
static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }
static uint32_t root_bits(int prime, int third) { /* The first 32 bits of a root's fraction. */
    wide low = 0, high = (wide)1 << 40, want = (wide)prime << (third ? 96 : 64);
    while (high - low > 1) {
        wide mid = (low + high) / 2;
        if ((third ? mid * mid * mid : mid * mid) <= want) low = mid; else high = mid;
    }
    return (uint32_t)low;
}
static void digest_of(const unsigned char *text, size_t size, char *hex) {
    uint32_t k[64], h[8], w[64];
    for (int n = 2, i = 0; i < 64; n++) {
        int prime = 1;
        for (int d = 2; d * d <= n; d++) prime &= n % d != 0;
        if (!prime) continue;
        if (i < 8) h[i] = root_bits(n, 0);
        k[i++] = root_bits(n, 1);
    }
    size_t padded = (size + 72) / 64 * 64;
    unsigned char *m = memcpy(room(padded), text, size);
    m[size] = 0x80;
    for (int i = 0; i < 8; i++) m[padded - 1 - i] = (unsigned char)((uint64_t)size * 8 >> (8 * i));
    for (size_t at = 0; at < padded; at += 64) {
        uint32_t v[8];
        memcpy(v, h, sizeof v);
        for (int i = 0; i < 64; i++) {
            const unsigned char *b = m + at + 4 * i;
            uint32_t x = i < 16 ? 0 : w[i - 15], y = i < 16 ? 0 : w[i - 2];
            w[i] = i < 16 ? (uint32_t)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3] : w[i - 16] + w[i - 7]
                 + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
            uint32_t s1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25);
            uint32_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
            uint32_t s0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22);
            uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            memmove(v + 1, v, 28);
            v[4] += t1, v[0] = t1 + t2;
        }
        for (int i = 0; i < 8; i++) h[i] += v[i];
    }
    for (int i = 0; i < 8; i++) sprintf(hex + 8 * i, "%08x", h[i]);
    free(m);
}

/* -- the game -- */
static char *key[64], *value[64], **secret, **guess, *hard, *rule, *symbols = "";
static int keys, N, G, pegs, *own, *matrix;
static uint16_t **column; /* By secret, what each guess tells of it, where that was asked for. */
static char *head(const char *name, char *otherwise) { /* NULL otherwise if it must be there. */
    for (int i = 0; i < keys; i++) if (!strcmp(key[i], name)) return value[i];
    if (!otherwise) fail(name);
    return otherwise;
}
static int compare(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }
static char *line_of(FILE *file) { /* The next line, until it is called again. */
    static char *line;
    static size_t space;
    ssize_t size = getline(&line, &space, file);
    if (size < 0) return NULL;
    if (line[size - 1] == '\n') line[--size] = 0;
    if (strlen(line) != (size_t)size) fail("a byte of 0");
    return line;
}
static char **read_list(const char *path, int *count) {
    FILE *file = fopen(path, "r");
    char **list = NULL, *line, *initial = head("initial", "");
    if (!file) fail("a list that is not given");
    for (*count = 0; (line = line_of(file));) {
        line[strcspn(line, "\r")] = 0;
        int fits = (!pegs || (int)strlen(line) == pegs) && !strncmp(line, initial, strlen(initial));
        if (*line && fits) list = realloc(list, sizeof *list * ++*count), list[*count - 1] = strdup(line);
    }
    qsort(list, *count, sizeof *list, compare);
    return list;
}
static void check_codes(char **list, int count, const char *claimed, int digest_only) {
    size_t size = 0;
    for (int i = 0; i < count; i++) size += strlen(list[i]) + 1;
    char *text = room(size + 1), *to = text, hex[65], line[99];
    for (int i = 0; i < count; i++) to += sprintf(to, i ? "\n%s" : "%s", list[i]);
    digest_of((unsigned char *)text, to - text, hex);
    sprintf(line, "%d %s", count, hex);
    if (!count || (digest_only ? strncmp(hex, claimed, 64) : count > MOST || strcmp(line, claimed))) fail("codes");
}
static int index_of(char **list, int count, const char *code) {
    char **at = bsearch(&code, list, count, sizeof *list, compare);
    return at ? (int)(at - list) : -1;
}
static int count_of(const char *code, char a) { int n = 0; while (*code) n += *code++ == a; return n; }
static int shared(const char *g, const char *s) {
    int n = 0;
    for (int i = 0; g[i]; i++) if (strchr(g, g[i]) == g + i) {
        int a = count_of(g, g[i]), b = count_of(s, g[i]);
        n += a < b ? a : b;
    }
    return n;
}
static int tell(int g, const char *s) { /* What a guess tells of a code; -1 for itself. */
    const char *code = guess[g];
    int right = 0, n = strlen(code), mark = 0;
    if (!strcmp(code, s)) return -1;
    if (matrix && (right = index_of(secret, N, s)) < 0) fail("a row that does not say what a guess tells");
    if (matrix) return matrix[g * N + right];
    for (int i = 0; i < n; i++) right += code[i] == s[i];
    if (!strcmp(rule, "jotto")) return shared(code, s);
    if (*symbols) return 100 * right + shared(code, s);
    if (strlen(s) != (size_t)n) fail("words of several lengths");
    for (int i = 0; i < n; i++) { /* Y if there are more of it elsewhere than were given out. */
        int left = 0;
        for (int j = 0; j < n; j++) left += s[j] == code[i] && code[j] != s[j];
        for (int j = 0; j < i; j++) left -= code[j] == code[i] && code[j] != s[j];
        mark = 3 * mark + (code[i] == s[i] ? 2 : left > 0);
    }
    return mark;
}
static int told(int s, int g) { /* The number of what a guess tells of a secret; 0 for itself. */
    static uint16_t *number, met;
    if (column[s]) return column[s][g];
    int one = tell(g, secret[s]) + 1;
    if (!one || matrix) return one;
    if (!number) number = room(sizeof *number * 14348908); /* Of marks there may be 3 to the 15th. */
    if (!number[one] && ++met == MOST) fail("too many answers");
    return number[one] ? number[one] : (number[one] = met);
}
static int barred(int g, int s, int h) { /* Whether h may not follow g, answered as of s. */
    if (strcmp(hard, "hints")) return tell(g, guess[h]) != tell(g, secret[s]);
    const char *a = guess[g], *b = secret[s], *c = guess[h];
    for (int i = 0; a[i]; i++) {
        int one = count_of(a, a[i]), two = count_of(b, a[i]);
        if ((a[i] == b[i] && c[i] != a[i]) || count_of(c, a[i]) < (one < two ? one : two)) return 1;
    }
    return 0;
}
static void make_codes(void) { /* All rows of the symbols; in a game of MOO, of symbols that differ. */
    int many = strlen(symbols), all = 1;
    for (int i = 0; i < pegs && all < MOST * 16; i++) all *= many;
    if (pegs < 1 || pegs > 64 || all > MOST * 16) fail("pegs");
    secret = room(sizeof *secret * all);
    for (int k = 0; k < all; k++) {
        int twice = 0, rest = k;
        char *code = secret[N] = room(pegs + 1);
        for (int i = pegs; i-- > 0; rest /= many) code[i] = symbols[rest % many];
        for (int i = 0; i < pegs; i++) twice |= count_of(code, code[i]) > 1;
        N += !twice || strcmp(rule, "moo");
    }
}
static int cmp_char(const void *a, const void *b) { return *(char *)a - *(char *)b; }
static void read_game(int lists, char **path, const char *rule_path) {
    int ruled = 0;
    const char *known[] = {"motus", "wordle", "jotto", "mastermind", "moo"};
    rule = head("rule", NULL);
    hard = head("hard", "");
    for (int i = 0; i < 5; i++) ruled |= !strcmp(rule, known[i]);
    const char *n = head("length", "0");
    if (!*n || strspn(n, "0123456789") != strlen(n) || strlen(n) > 18) fail("a length");
    pegs = strlen(n) > 4 ? 9999 : atoi(n);
    if (!strcmp(rule, "mastermind") || !strcmp(rule, "moo")) {
        symbols = head("symbols", NULL);
        qsort(symbols, strlen(symbols), 1, cmp_char);
        for (char *c = symbols; *c; c++) if (c[0] == c[1]) fail("a symbol twice");
        make_codes();
    } else {
        if (!lists || (!ruled && !*head("matrix", ""))) fail("a rule or a list that is not given");
        int last = *head("lexicon", "") ? 0 : lists - 1, one = last ? last - 1 : 0;
        secret = read_list(path[one], &N);
        if (last != one) guess = read_list(path[last], &G);
    }
    if (!guess) guess = secret, G = N;
    check_codes(secret, N, head("secrets", NULL), 0);
    check_codes(guess, G, head("guesses", NULL), 0);
    if (!strcmp(hard, "possible")) guess = secret, G = N;
    else if (*hard && strcmp(hard, "consistent")
             && (strcmp(hard, "hints") || (strcmp(rule, "motus") && strcmp(rule, "wordle")))) fail("hard");
    own = room(sizeof *own * N);
    for (int s = 0; s < N; s++) if ((own[s] = index_of(guess, G, secret[s])) < 0) fail("no guess");
    column = room(sizeof *column * N);
    if (ruled) return;
    FILE *file = rule_path ? fopen(rule_path, "r") : NULL;
    if (!file) fail("a rule that is not given");
    matrix = room(sizeof *matrix * G * N);
    int *met = room(sizeof *met * N);
    char **row = room(sizeof *row * G);
    for (int g = 0; g < G; g++) {
        char *to = row[g] = room(N * 6 + 1);
        for (int s = 0, n = 0, at = 0, *one = matrix + g * N; s < N; s++, one++) {
            if (fscanf(file, "%d", one) != 1) fail("rows");
            for (at = 0; own[s] != g && at < n && met[at] != *one; at++) {}
            if (own[s] != g && at == n) met[n++] = *one;
            *one = at; /* Answers are numbered as they come. */
            to += sprintf(to, s ? " %d" : "%d", own[s] == g ? 0 : at + 1);
        }
    }
    check_codes(row, G, head("matrix", NULL), 1);
}

/* -- the proof -- */
static int64_t *weight;
static wide price[4096];
static int endless, end, first, asked, shown, equal = 1, lemmas, space, *table, *every, **map, maps;
static Lemma *lemma;
static unsigned char *bar;
static wide paid(int state, int tries) {
    wide sum = 0;
    for (int i = state; i < state + tries; i++) sum += i <= end ? price[i] : endless ? price[end] : 0;
    return sum;
}
static int heavier(const void *a, const void *b) {
    int x = *(int *)a, y = *(int *)b;
    return (weight[x] < weight[y]) - (weight[x] > weight[y]);
}
static wide least(const int *part, int n, int state, int most) { /* By its size. */
    int *order = memcpy(room(sizeof *order * n), part, sizeof *order * n), tries = 1;
    wide sum = 0, reach = 1, each = paid(state, 1);
    if (!equal) qsort(order, n, sizeof *order, heavier);
    for (int j = 0; j < n; j++) {
        if (j == reach) each = paid(state, ++tries), reach *= most;
        sum += weight[order[j]] * each;
    }
    free(order);
    return sum;
}
static unsigned slot_of(int state, const int *part, int n) {
    uint64_t h = 1469598103934665603u + state;
    for (int i = 0; i < n; i++) h = (h ^ part[i]) * 1099511628211u, h ^= h >> 29;
    return h & ((1 << 20) - 1);
}
static wide known(int state, const int *part, int n, const unsigned char *barred_now) {
    wide best = 0;
    for (int k = table[slot_of(state, part, n)]; k; k = lemma[k].next) {
        Lemma *l = lemma + k;
        int fits = l->state == state && l->count == n && !memcmp(l->part, part, sizeof *part * n);
        for (int g = 0; fits && l->needs && g < G; g++) fits = !l->needs[g] || (barred_now && barred_now[g]);
        if (fits && l->bound > best) best = l->bound;
    }
    return best;
}
static wide available(const int *part, int n, int state, const unsigned char *b, int most, int64_t *named, int count) {
    int *rest = memcpy(room(sizeof *rest * n), part, sizeof *rest * n), left = n;
    wide total = 0, one;
    for (int r = 0; r < count; r++) {
        Lemma *l = lemma + named[r];
        int met = 0, kept = 0;
        for (int i = 0; i < left && met < l->count; i++) met += rest[i] == l->part[met];
        if (l->state != state || met < l->count || !(one = known(state, l->part, l->count, b))) continue;
        for (int i = 0, j = 0; i < left; i++)
            if (j < l->count && rest[i] == l->part[j]) j++; else rest[kept++] = rest[i];
        total += one, left = kept;
    }
    total += least(rest, left, state, most);
    free(rest);
    one = known(state, part, n, b);
    return total > one ? total : one;
}
static int classes(const int *part, int n, int g, int *out, int *start) { /* In the order of their first. */
    static int *met, *answer, made;
    if (!met) met = room(sizeof *met * (MOST + 1)), answer = room(sizeof *answer * N);
    memset(start, made = 0, sizeof *start * (n + 2));
    for (int i = 0; i < n; i++) {
        int *at = met + (answer[i] = told(part[i], g));
        start[1 + (*at ? *at : (*at = ++made))]++;
    }
    for (int c = 1; c < made; c++) start[c + 1] += start[c];
    for (int i = 0; i < n; i++) out[start[met[answer[i]]]++] = part[i];
    for (int i = 0; i < n; i++) met[answer[i]] = 0;
    return made; /* Class c is from start[c] to start[c + 1]. */
}
static int *orbits(void) { /* The first of the guesses that permutations turn into each other, for each. */
    int *orbit = memset(room(sizeof *orbit * G), -1, sizeof *orbit * G), *some = room(sizeof *some * G);
    for (int g = 0, size = 1; g < G; g++, size = 1) {
        if (orbit[g] >= 0) continue;
        orbit[*some = g] = g;
        for (int i = 0; i < size; i++)
            for (int m = 0, h; m < maps; m++)
                if (orbit[h = map[m][some[i]]] < 0) orbit[some[size++] = h] = g;
    }
    free(some);
    return orbit;
}
static int *repeats(const int *part, int n, const int *orbit) { /* Of how many a guess tells what it did before. */
    static int64_t *met, now = 1;
    int *again = room(sizeof *again * G);
    const uint16_t **columns = room(sizeof *columns * n);
    if (!met) met = room(sizeof *met * (MOST + 1));
    for (int i = 0; i < n; i++) {
        uint16_t *made = column[part[i]] || maps ? NULL : room(sizeof *made * G);
        for (int g = 0; made && g < G; g++) made[g] = told(part[i], g);
        if (made) column[part[i]] = made;
        columns[i] = column[part[i]];
    }
    for (int g = 0; g < G; g++, now++)
        for (int i = 0; i < n && orbit[g] == g; i++) {
            int64_t *at = met + (columns[i] ? columns[i][g] : told(part[i], g));
            again[g] += *at == now, *at = now;
        }
    free(columns);
    return again;
}
static unsigned char *barring(const unsigned char *b, int g, int s) { /* What is barred, after a guess too. */
    unsigned char *here = memcpy(room(G), b, G);
    for (int h = 0; h < G && *hard && own[s] != g; h++) here[h] |= barred(g, s, h);
    return here;
}
static wide costs(const int *part, int n, int state, int g, wide bound, int most, int64_t *named, int count) {
    int *some = room(sizeof *some * n), *start = room(sizeof *start * (n + 2)), after = state < end ? state + 1 : end;
    int made = classes(part, n, g, some, start);
    wide total = 0;
    for (int i = 0; i < n; i++) total += weight[part[i]] * price[state];
    for (int c = 0; c < made; c++)
        if (own[some[start[c]]] != g) total += least(some + start[c], start[c + 1] - start[c], after, most);
    for (int c = 0; c < made && total < bound; c++) {
        int *from = some + start[c], size = start[c + 1] - start[c];
        if (own[*from] == g) continue;
        unsigned char *here = barring(bar, g, *from);
        total += available(from, size, after, here, most, named, count) - least(from, size, after, most);
        free(here);
    }
    free(some), free(start);
    return total;
}
static void check_set(const int *part, int n, int state, wide bound, int64_t *named, int count, int only) {
    int most = 2, few = 0, after = state < end ? state + 1 : end, *orbit = orbits(), *again = repeats(part, n, orbit);
    wide one = paid(after, 1), two = paid(after, 2);
    unsigned char *mine = room(G);
    for (int i = 0; i < n; i++) mine[own[part[i]]] = 1;
    for (int g = 0; g < G; g++) if (orbit[g] == g && !bar[g] && n - again[g] > most) most = n - again[g];
    /* One of each class is found by the next guess, the others later: so many classes are too few. */
    for (int k = 1; k <= n; k++) few += !equal || bound > n * (price[state] + two) - (two - one) * k;
    for (int g = 0, h; g < G; g++) {
        if (only ? g != only - 1 : orbit[g] != g || bar[g] || again[g] == n - 1) continue;
        if (!only && again[g] >= few && !mine[g]) continue;
        for (h = g; h < G && (orbit[h] != g || costs(part, n, state, h, bound, most, named, count) < bound); h++) {}
        if (h == G) fail("a guess that may cost less");
    }
    free(mine), free(orbit), free(again);
}
static int by_number(const void *a, const void *b) { return *(int *)a - *(int *)b; }
static void add_lemma(int64_t *a, int count) {
    int n = count < 3 || a[2] > count - 3 ? 0 : a[2], *part = room(sizeof *part * (n + 1));
    if (n < 2 || a[0] > end - 1 + endless) fail("a lemma about no set or no state");
    for (int i = 0; i < n; i++) {
        if (a[3 + i] < 1 || a[3 + i] > N || (i && a[3 + i] <= a[2 + i])) fail("a lemma about no set");
        part[i] = a[3 + i] - 1;
    }
    for (int i = 3 + n; i < count; i++) if (a[i] < 1 || a[i] > lemmas) fail("no such lemma");
    for (int m = 0; m < maps; m++)
        for (int i = 0; i < n; i++)
            if (memchr(bar, 1, G) || !bsearch(&map[m][part[i]], part, n, sizeof *part, by_number)) fail("a moved set");
    if (known(a[0], part, n, bar) < a[1]) check_set(part, n, a[0], a[1], a + 3 + n, count - 3 - n, 0);
    if (lemmas + 2 > space) lemma = realloc(lemma, sizeof *lemma * (space = 2 * space + 64));
    int slot = slot_of(a[0], part, n);
    Lemma l = {a[0], n, part, a[1], *hard ? room(G) : NULL, table[slot]};
    for (int g = 0; g < G && *hard; g++) /* What tells nothing may be allowed or not. */
        for (int i = 0; i < n; i++)
            l.needs[g] |= bar[g] && (own[part[i]] == g || told(part[i], g) != told(*part, g));
    lemma[++lemmas] = l, table[slot] = lemmas;
    while (maps) free(map[--maps]);
}
static void permute(int64_t *a, int count) {
    int many = strlen(symbols), seen[2][128] = {{0}}, any = !equal || !many || count != pegs + many;
    for (int i = 0; i < count && !any; i++)
        any |= a[i] < 1 || a[i] > (i < pegs ? pegs : many) || seen[i >= pegs][a[i]]++;
    if (any) fail("no permutation of this game");
    map = realloc(map, sizeof *map * (maps + 1));
    map[maps] = room(sizeof **map * G);
    for (int g = 0; g < G; g++) {
        char code[65] = {0};
        for (int i = 0; i < pegs; i++)
            code[i] = symbols[a[pegs + (strchr(symbols, guess[g][a[i] - 1]) - symbols)] - 1];
        map[maps][g] = index_of(guess, G, code);
    }
    maps++;
}
static int64_t *node, *nodes_end;
static wide play(const int *part, int n, int state, const unsigned char *b, int top) {
    wide cost = 0;
    for (int i = 0; i < n; i++) cost += weight[part[i]] * price[state];
    if (state == end && !endless) return cost;
    int64_t g = node < nodes_end ? *node++ - 1 : -1;
    if (g < 0 || g >= G || b[g] || (top && first && g != first - 1)) fail("a strategy that may not");
    int *some = room(sizeof *some * n), *start = room(sizeof *start * (n + 2));
    int made = classes(part, n, g, some, start);
    for (int c = 0; c < made; c++) {
        int *from = some + start[c];
        if (own[*from] == g) continue;
        unsigned char *here = barring(b, g, *from);
        cost += play(from, start[c + 1] - start[c], state < end ? state + 1 : end, here, 0);
        free(here);
    }
    free(some), free(start);
    return cost;
}
static void step(int64_t kind, int64_t *a, int count) {
    if (kind < 1 || kind > 7 || (kind > 2 && !asked) || (kind < 7 && kind != 5 && !count)) fail("a step");
    if (kind == 4) add_lemma(a, count);
    if (kind == 6) permute(a, count);
    if (kind == 1) {
        if (count < 3 || count > 1002 || a[0] > G || a[1] > 1 || count + a[1] < 4 || (asked && !shown)) fail("question");
        first = a[0], endless = a[1], end = count - 3, shown = lemmas = maps = 0, asked = 1;
        for (int i = 0; i <= end; i++) price[i] = a[2 + i];
        memset(bar, 0, G), memset(table, 0, sizeof *table << 20);
    } else if (kind == 2) {
        for (int i = 0; i < count; i++) equal &= a[i] == 1;
        for (int i = 0; i < N; i++) if (asked || count != N || a[i] < 1) fail("weights");
        memcpy(weight, a, sizeof *a * N);
    } else if (kind == 3) {
        node = a + 1, nodes_end = a + count;
        if (play(every, N, 0, room(G), 1) > a[0] || node != nodes_end) fail("a strategy that costs more");
        shown = 1;
    } else if (kind == 5) {
        memset(bar, 0, G);
        for (int i = 0; i < count; i += 2) {
            if (i + 1 == count || a[i] < 1 || a[i] > G || a[i + 1] < 1 || a[i + 1] > N) fail("a path");
            bar = barring(bar, a[i] - 1, a[i + 1] - 1);
        }
    } else if (kind == 7) {
        for (int i = 1; i < count; i++) if (a[i] < 1 || a[i] > lemmas) fail("no such lemma");
        memset(bar, 0, G);
        if (first) check_set(every, N, 0, a[0], a + 1, count - 1, first);
        else if (available(every, N, 0, bar, N + 1, a + 1, count - 1) < a[0]) fail("less is known");
        shown |= a[0] > 0;
    }
}
int main(int count, char **argument) {
    char *text, *rule_path = NULL;
    if (count > 3 && !strcmp(argument[count - 2], "--rule")) rule_path = argument[count - 1], count -= 2;
    FILE *file = count > 1 ? fopen(argument[1], "r") : NULL;
    if (!file) fail("no such file");
    if (!(text = line_of(file)) || strcmp(text, "emip 2")) fail("no certificate");
    while ((text = line_of(file)) && strcmp(text, "steps")) {
        char *gap = strchr(text, ' ');
        if (gap) *gap = 0;
        for (int i = 0; i < keys; i++) if (keys == 64 || !strcmp(key[i], text)) fail("a key twice");
        key[keys] = strdup(text), value[keys++] = strdup(gap ? gap + 1 : "");
    }
    read_game(count - 2, argument + 2, rule_path);
    weight = room(sizeof *weight * N), bar = room(G), table = room(sizeof *table << 20);
    every = room(sizeof *every * N);
    for (int s = 0; s < N; s++) weight[s] = 1, every[s] = s;
    while ((text = line_of(file))) {
        int64_t *a = room(sizeof *a * (strlen(text) + 1));
        int many = 0;
        for (char *c = text;; c++) {
            size_t digits = strspn(c, "0123456789");
            if (digits < 1 || digits > 18) fail("no numbers");
            a[many++] = atoll(c);
            if (!*(c += digits)) break;
            if (*c != ' ') fail("no numbers");
        }
        step(a[0], a + 1, many - 1);
        free(a);
    }
    if (!asked || !shown) fail("nothing is shown");
    return puts("accepted") < 0;
}
