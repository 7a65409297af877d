/* A second checker of certificates, written from docs/certificates.md. Usage:
 *     check CERTIFICATE [WORDS | SECRETS GUESSES] [--rule MATRIX]
 * It takes certificates that are not packed. Weights are at most 10^9. Digests are worked out by the program
 * sha256sum. It exits with 0 if it accepts, with 1 if it does not. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#define EACH(i, n) for (int i = 0; i < (n); i++)
enum { MOST = 65535, DEEP = 9999, WORDS = 1 + MOST / 64 }; /* codes, and answers that differ; guesses in a row */
enum { PLACED = -1, SHARED = -2 }; /* Marks in a code, which no code point is. */
typedef __int128 wide;
static _Noreturn void fail(const char *why) { printf("refused: %s\n", why); exit(1); }
static void *room(size_t size) { void *p = calloc(size + 1, 1); if (!p) fail("memory"); return p; }
static int least_of(int a, int b) { return a < b ? a : b; }

/* -- files -- */
typedef wchar_t *Code; /* Code points, of 32 bits. */
typedef struct { Code *code; int count; } List;
static char *heads[50];
static int head_count;
static int64_t *a; /* The numbers of a line. */
static FILE *sure(FILE *file) { if (!file) fail("no file"); return file; }
static FILE *opened(char *path) { return sure(fopen(path ? path : "", "r")); }
static void append(List *list, const wchar_t *code) {
    list->code = realloc(list->code, sizeof *list->code * (list->count + 1));
    if (list->count == MOST || !(list->code[list->count++] = wcsdup(code))) fail("too many codes");
}
static char *head(const char *name, char *otherwise) { /* What follows a name; NULL if it must be there. */
    EACH(i, head_count) if (!strncmp(heads[i], name, strlen(name))) return heads[i] + strlen(name);
    return otherwise ? otherwise : (fail(name), NULL);
}
static Code decoded(const char *text) { /* The code points of UTF-8. */
    const unsigned char *c = (const unsigned char *)text;
    Code code = room(sizeof *code * (strlen(text) + 1)), to = code;
    for (; *c; to++) {
        int more = *c < 128 ? 0 : *c >= 0xc2 && *c < 0xe0 ? 1 : (*c & 0xf0) == 0xe0 ? 2 : *c >= 0xf0 && *c < 0xf5 ? 3 : 9;
        *to = more ? *c & 0x3f >> more : *c;
        if (c++, more == 9) fail("no UTF-8");
        EACH(i, more) if ((*c & 0xc0) == 0x80) *to = *to << 6 | (*c++ & 0x3f); else fail("no UTF-8");
        if ((more > 1 && *to < 1 << (5 * more + 1)) || (*to >= 0xd800 && *to < 0xe000) || *to > 0x10ffff) fail("no UTF-8");
    }
    return code;
}
static void encode(FILE *file, const wchar_t *code) { /* Write UTF-8. */
    for (uint32_t c; (c = *code); code++) {
        int more = (c > 127) + (c > 0x7ff) + (c > 0xffff);
        fputc(more ? (0xff00 >> (more + 1) & 0xff) | c >> 6 * more : c, file);
        while (more--) fputc(0x80 | (c >> 6 * more & 0x3f), file);
    }
}
static char *next_line(FILE *file) { /* Without its end; NULL if there is none. */
    static char *line;
    static size_t space;
    ssize_t size = getline(&line, &space, file);
    if (size > 0 && strlen(line) != (size_t)size) fail("a line that is damaged");
    return size > 0 ? line[strcspn(line, "\n")] = 0, line : NULL;
}
static int numbers(const char *line) { /* Take those of a line, with zeros after them; how many. */
    if (!line) return 0;
    if (!(a = realloc(a, sizeof *a * (strlen(line) / 2 + 4)))) fail("memory");
    for (int n = 0;; line++) {
        size_t digits = strspn(line, "0123456789");
        if (digits < 1 || digits > 18 || (line[digits] && line[digits] != ' ')) fail("no numbers");
        a[n++] = atoll(line), memset(a + n, 0, 3 * sizeof *a);
        if (!*(line += digits)) return n;
    }
}
static int place(int64_t x, int many) { if (x < 1 || x > many) fail("a number of nothing"); return x - 1; }
static int sums_to(FILE *text, const char *digest) { /* Whether that is its digest; then it is closed. */
    char own[65] = "", command[40];
    sprintf(command, "sha256sum </dev/fd/%d", fileno(text)), fflush(text);
    FILE *program = sure(popen(command, "r"));
    if (fscanf(program, "%64s", own) != 1) fail("no program sha256sum");
    return pclose(program), fclose(text), !strcmp(own, digest);
}

/* -- the game: a code is its place among the guesses, from 0, also if it is a secret -- */
static enum { MOTUS, WORDLE, JOTTO, MASTERMIND, MOO, OWN } kind;
static const char *rules[] = {"motus", "wordle", "jotto", "mastermind", "moo"};
static Code *guess, symbols;
static char *hard;
static int length, N, G;
static uint16_t own[MOST], *column[MOST]; /* The secrets; what guesses tell of a code, once that is asked. */
static int compare(const void *a, const void *b) { return wcscmp(*(Code *)a, *(Code *)b); }
static void make_codes(List *list, Code code, int n) { /* All that go on from so many pegs. */
    if (n == length) append(list, code);
    for (Code c = symbols; *c && n < length; c++)
        if (kind != MOO || !wmemchr(code, *c, n)) code[n] = *c, make_codes(list, code, n + 1);
}
static const char *letters_of(wchar_t c) { /* The letters from A to Z of a character; NULL if it has none. */
    static const char *pairs[] = {['a'] = "AE", ['d'] = "DZ", ['i'] = "IJ", ['l'] = "LJ", ['n'] = "NJ", ['o'] = "OE",
                                  ['s'] = "SS"}, *ligatures[] = {"FF", "FI", "FL", "FFI", "FFL", "ST", "ST"};
    static const char latin[] = /* U+00C0 to U+024F, and U+1E00 to U+1EFF; a small letter is a pair, a dot nothing. */
        "AAAAAAaCEEEEIIII.NOOOOO.OUUUUY.sAAAAAAaCEEEEIIII.NOOOOO.OUUUUY.YAAAAAACCCCCCCCDDDDEEEEEEEEEEGGGGGGGG"
        "HH..IIIIIIIIIIiiJJKK.LLLLLL..LLNNNNNN...OOOOOOooRRRRRRSSSSSSSSTTTT..UUUUUUUUUUUUWWYYYZZZZZZS........"
        "........................OO.............UU...................dddlllnnnAAIIOOUUUUUUUUUU.AAAAaa..GGKKOO"
        "OO..JdddGG..NNAAaaOOAAAAEEEEIIIIOOOORRRRUUUUSSTT..HH......AAEEOOOOOOOOYY............................"
        "AABBBBBBCCDDDDDDDDDDEEEEEEEEEEFFGGHHHHHHHHHHIIIIKKKKKKLLLLLLLLMMMMMMNNNNNNNNOOOOOOOOPPPPRRRRRRRRSSSS"
        "SSSSSSTTTTTTTTUUUUUUUUUUVVVVWWWWWWWWWWXXXXYYZZZZZZHTWY.S..s.AAAAAAAAAAAAAAAAAAAAAAAAEEEEEEEEEEEEEEEE"
        "IIIIOOOOOOOOOOOOOOOOOOOOOOOOUUUUUUUUUUUUUUYYYYYYYY......";
    static char one[2];
    if (c >= 0x300 && c < 0x370) return ""; /* Accents by themselves. */
    if (c >= 0xfb00 && c < 0xfb07) return ligatures[c - 0xfb00];
    if (c >= 0xff21 && c < 0xff5b) c -= 0xff21 - 'A'; /* Wide letters. */
    if (c >= 'a' && c <= 'z') c -= 'a' - 'A';
    if (c >= 0xc0 && c < 0x250) *one = latin[c - 0xc0];
    else if (c >= 0x1e00 && c < 0x1f00) *one = latin[0x250 - 0xc0 + c - 0x1e00];
    else *one = c >= 'A' && c <= 'Z' ? c : '.';
    return *one == '.' ? NULL : *one > 'Z' ? pairs[(int)*one] : one;
}
static int blank(wchar_t c) {
    const wchar_t *blanks = L"\t\v\f \x1c\x1d\x1e\x1f\x85\xa0\x1680\x2028\x2029\x202f\x205f\x3000";
    return (c && wcschr(blanks, c)) || (c >= 0x2000 && c <= 0x200a);
}
static Code word_of(const wchar_t *line) { /* In capitals, without a comment; nothing of a line that has none. */
    static wchar_t word[16];
    int n = 0, words = 0, inside = 0;
    for (; *line && *line != '#' && words < 2; line++) {
        const char *more = blank(*line) ? "" : letters_of(*line);
        words += !more ? 2 : *more && !inside; /* What is no letter makes no word. */
        inside = !blank(*line) && (inside || (more && *more));
        while (more && *more && n < 16) word[n++] = *more++;
    }
    word[words == 1 && n > 1 && n < 16 ? n : 0] = 0;
    return word;
}
static void read_codes(FILE *file, List *list) { /* The lines of a list. */
    Code initial = decoded(head("initial ", "")), code;
    int lettered = *head("alphabet ", "") != 0; /* Then words are written as the game has them. */
    char *line = NULL;
    size_t room_ = 0;
    ssize_t size = getdelim(&line, &room_, 0, file);
    if (size > 0 && strlen(line) < (size_t)size) fail("a list that is damaged");
    for (Code text = size > 0 ? decoded(line) : L"", next = text + (*text == 0xfeff); *(code = next);) {
        next += wcscspn(next, L"\r\n");
        if (*next) *next++ = 0;
        if (kind != OWN && !lettered) code = word_of(code);
        if (kind != OWN && lettered && (wcslen(code) < 2 || wcslen(code) > 15)) continue;
        if (*code && !wcsncmp(code, initial, wcslen(initial)) && (!length || (int)wcslen(code) == length)) append(list, code);
    }
    free(line), fclose(file);
}
static List list_of(char *path, const char *claim) { /* What is claimed: the number and the digest. */
    List list = {0};
    wchar_t code[66] = L"";
    char number[16];
    FILE *text = sure(tmpfile());
    if (kind == MASTERMIND || kind == MOO) make_codes(&list, code, 0);
    else read_codes(opened(path), &list);
    if (!list.count) fail("no codes");
    qsort(list.code, list.count, sizeof *list.code, compare);
    int many = 0;
    EACH(i, list.count) if (!i || wcscmp(list.code[i], list.code[i - 1])) list.code[many++] = list.code[i];
    list.count = many;
    EACH(i, many) fputs(i ? "\n" : "", text), encode(text, list.code[i]);
    int size = sprintf(number, "%d ", many);
    if (strncmp(claim, number, size) || !sums_to(text, claim + size)) fail("other codes");
    return list;
}
static int answer(int s, int g) { /* The number of what a guess tells of a code; 0 of itself. */
    static uint16_t number[14348907], met; /* 3 to the 15th: words have 15 letters at most. */
    wchar_t rest[66] = L"";
    Code a = guess[g];
    int told = 0, times = kind < JOTTO ? 3 : 1, right = kind < JOTTO ? 2 : kind == JOTTO ? 1 : 100;
    if (s == g) return 0;
    if (kind == OWN) fail("a row that does not say what a guess tells");
    wcscpy(rest, guess[s]);
    for (int i = 0; a[i] && rest[i]; i++) if (a[i] == rest[i]) rest[i] = PLACED;
    for (int i = 0; a[i]; i++) { /* The letters that are left over are given out. */
        Code left = rest[i] == PLACED ? NULL : wcschr(rest, a[i]);
        told = told * times + (rest[i] == PLACED ? right : left != NULL);
        if (left) *left = SHARED;
    }
    if (!number[told] && !(number[told] = ++met)) fail("too many answers");
    return number[told];
}
static inline int told(int s, int g) { return column[s] ? column[s][g] : answer(s, g); }
static int count_of(const wchar_t *code, wchar_t a) { int n = 0; while (*code) n += *code++ == a; return n; }
static int barred(int g, int s, int h) { /* Whether h may not follow g, answered as of s. */
    Code a = guess[g], b = guess[s], c = guess[h];
    if (!*hard || g == s) return 0;
    if (strcmp(hard, "hints")) return told(h, g) != told(s, g);
    for (int i = 0; a[i]; i++) if ((a[i] == b[i] && a[i] != c[i])
            || count_of(c, a[i]) < least_of(count_of(a, a[i]), count_of(b, a[i]))) return 1;
    return 0;
}
static int has(const uint64_t *bits, int g) { return bits[g / 64] >> g % 64 & 1; }
static void put(uint64_t *bits, int g, int bit) { bits[g / 64] |= (uint64_t)bit << g % 64; }
static uint64_t *all_barred(int g, int s) { /* What may not follow, which is kept for each answer. */
    static uint64_t **kept[MOST];
    if (!kept[g]) kept[g] = room(sizeof **kept * (MOST + 1));
    uint64_t **at = kept[g] + told(s, g);
    if (!*at) {
        *at = room(8 * (G / 64 + 1));
        EACH(h, G) put(*at, h, barred(g, s, h));
    }
    return *at;
}
static int place_of(const wchar_t *code) { /* Among the guesses. */
    Code *at = bsearch(&code, guess, G, sizeof *guess, compare);
    return at ? at - guess : (fail("no guess"), 0);
}
static void read_matrix(FILE *file) { /* Answers are numbered as they come. */
    FILE *text = sure(tmpfile());
    EACH(s, N) column[own[s]] = room(sizeof **column * G);
    EACH(g, G) {
        if (numbers(next_line(file)) != N) fail("rows");
        for (int s = 0, t, met = 0; s < N; s++) {
            for (t = 0; t < s && (own[t] == g || a[t] != a[s]); t++) {}
            column[own[s]][g] = own[s] == g ? 0 : t < s ? column[own[t]][g] : ++met;
            fprintf(text, s ? " %d" : g ? "\n%d" : "%d", column[own[s]][g]);
        }
    }
    if (next_line(file) || !sums_to(text, head("matrix ", NULL))) fail("another rule");
}
static int compare_points(const void *a, const void *b) { return *(Code)a - *(Code)b; }
static void read_game(char **path, int lists, char *matrix) {
    int many, two = lists > 1 && !*head("lexicon ", "");
    if (numbers(head("length ", "0")) != 1) fail("length");
    length = *a < MOST ? *a : MOST, hard = head("hard ", "");
    while (kind < OWN && strcmp(head("rule ", NULL), rules[kind])) kind++;
    many = wcslen(symbols = decoded(head("symbols ", "")));
    qsort(symbols, many, sizeof *symbols, compare_points);
    EACH(i, many) if (symbols[i] < 33 || (i && symbols[i] == symbols[i - 1])) fail("symbols");
    if (kind == MASTERMIND || kind == MOO) {
        if (!many || length < 1 || length > 64 || (kind == MOO && length > many)) fail("pegs");
    }
    if (two) path += lists - 2;
    List secrets = list_of(*path, head("secrets ", NULL)), all = list_of(path[two], head("guesses ", NULL));
    if (!strcmp(hard, "possible")) all = secrets;
    else if (*hard && strcmp(hard, "consistent") && (strcmp(hard, "hints") || kind > WORDLE)) fail("hard");
    guess = all.code, G = all.count, N = secrets.count;
    for (int g = 0; g < G && kind <= JOTTO; g++)
        if (kind < JOTTO && wcslen(guess[g]) != wcslen(*guess)) fail("words");
    EACH(s, N) own[s] = place_of(secrets.code[s]);
    if (kind == OWN) read_matrix(opened(matrix));
}

/* -- the proof -- */
typedef struct { int state, n; uint16_t *part; } Set; /* Secrets, when so many guesses were made. */
static struct Lemma { Set set; int64_t bound; uint64_t *needs; int next; } *lemma; /* A bit for each guess. */
static int endless, end, first, asked, shown = 1, equal = 1, mapped, lemmas, names, table[1 << 20];
static int weight[MOST], kinds[MOST]; /* How many classes a guess makes. */
static int64_t *named, met[MOST + 1], class[MOST], base = 1; /* The reasons are `named`, so many `names`. */
static uint16_t some[MOST], orbit[MOST]; /* Of a guess, itself or one before that permutations make of it. */
static uint64_t bar[WORDS], except[WORDS]; /* The guesses that the path bars, and that are no first guesses. */
static unsigned char member[MOST]; /* What a lemma is about. */
static wide price[1024], left;
static Set found[MOST];
static int split(Set set, int g) { /* Into classes, `found` in order of their first. */
    int made = 0, at = 0;
    base += MOST + 1;
    EACH(i, set.n) {
        int64_t *one = met + (g < 0 ? 1 : told(set.part[i], g));
        if (*one < base) found[made] = (Set){least_of(set.state + 1, end), 0, some}, *one = base + made++;
        class[set.part[i]] = *one, found[*one - base].n++;
    }
    EACH(c, made) found[c].part += at, at += found[c].n, found[c].n = 0;
    EACH(i, set.n) at = class[set.part[i]] - base, found[at].part[found[at].n++] = set.part[i];
    if (*met >= base) found[*met - base].n = 0; /* The guess itself, told 0, is found. */
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
    return table + h % (1 << 20);
}
static wide known(Set set, int g) { /* The best lemma about a set, on the path or after a guess. */
    wide best = 0;
    for (struct Lemma *l = lemma + *slot_of(set); l > lemma; l = lemma + l->next) {
        int fits = l->bound > best && l->set.state == set.state && l->set.n == set.n
                   && !memcmp(l->set.part, set.part, sizeof *some * set.n);
        const uint64_t *needs = fits ? l->needs : NULL, *more = needs && g >= 0 ? all_barred(g, *set.part) : bar;
        for (int w = 0; needs && w <= G / 64; w++) fits &= !(needs[w] & ~(bar[w] | more[w]));
        if (fits) best = l->bound;
    }
    return best;
}
static wide costs(Set set, int g, wide bound, int most) { /* What the classes cost, or the bound once it is reached. */
    static wide inside[MOST], low[MOST];
    wide high = 0, one, itself;
    int made = split(set, g);
    EACH(c, made) high += low[c] = least(found[c], most), inside[c] = 0;
    if (high >= bound) return bound;
    high = 0;
    for (int r = 0; r < names && high < bound; r++) { /* Lemmas take their secrets out. */
        Set in = lemma[named[r]].set;
        int64_t c = class[*in.part], i = 0;
        while (c >= base && i < in.n && in.state == found->state && class[in.part[i]] == c) i++;
        if (i < in.n || !(one = known(in, g))) continue;
        for (inside[c - base] += one, high += one; i-- > 0;) class[in.part[i]] = 0;
    }
    if (high >= bound) return bound;
    EACH(c, made) {
        itself = known(found[c], g), one = inside[c] + least(found[c], most);
        if (low[c] > one) one = low[c];
        high += (one > itself ? one : itself) - inside[c];
    }
    return high;
}
static int first_of(int g) { return !mapped || orbit[g] == g ? g : (orbit[g] = first_of(orbit[g])); }
static int is_first(int g) { return first > 0 ? g == first - 1 : !has(except, g); }
static void check(Set set, wide bound, int only) { /* See that each guess costs so much, or only first guesses. */
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
        kinds[g] = made, most = has(bar, g) || made < most ? most : made;
    }
    EACH(g, G) {
        if (only ? !is_first(g) : has(bar, g) || kinds[g] < 2) continue;
        /* One of each class is found by the next guess, the others later: that may be enough. */
        if (equal && !only && !member[g] && all - later * kinds[g] >= bound) continue;
        wide best = costs(set, g, bound, most);
        for (int h = only ? G : g + 1; h < G && best < bound; h++) /* Another may do that is like it. */
            if (first_of(h) == g) best = costs(set, h, bound, most);
        if (best < bound) fail("a guess that may cost less");
    }
}
static void name(int64_t *of, int n) { named = of, names = n; EACH(r, n) place(named[r], lemmas); }
static int64_t *play(Set set, int64_t *guesses, int depth) { /* Pay for a set; where its guesses end. */
    static int path[DEEP];
    EACH(i, set.n) left -= weight[set.part[i]] * price[set.state];
    if (left < 0 || depth == DEEP) fail("a strategy that costs more");
    if (set.state == end && !endless) return guesses;
    int state = least_of(set.state + 1, end), g = path[depth] = place(*guesses++, G);
    for (int i = 0; i < depth && *hard; i++) if (barred(path[i], *set.part, g)) fail("a guess that may not");
    split(set, g), memcpy(set.part, some, sizeof *some * set.n);
    for (int from = 0, to = 0; from < set.n; from = to) {
        while (to < set.n && class[set.part[to]] == class[set.part[from]]) to++;
        if (set.part[from] != g) guesses = play((Set){state, to - from, set.part + from}, guesses, depth + 1);
    }
    return guesses;
}
static void add_lemma(int64_t *a, int count) { /* state, bound, n, n secrets, reasons */
    int n = place(a[2], count - 3) + 1;
    if (n < 2 || a[0] > end - 1 + endless) fail("a lemma about no set or no state");
    struct Lemma l = {{a[0], n, room(sizeof *some * n)}, a[1], *hard ? room(8 * (G / 64 + 1)) : NULL, 0};
    memset(member, 0, G);
    EACH(i, n) member[l.set.part[i] = own[place(a[3 + i], N)]] = 1, place(a[3 + i] - !!i * a[2 + i], N);
    for (int g = 0; g < G && mapped; g++)
        if (!equal || has(bar, g) != has(bar, first_of(g)) || member[g] != member[first_of(g)])
            fail("permutations of something else");
    if (!(lemmas & (lemmas + 1))) lemma = realloc(lemma, sizeof l * 2 * (lemmas + 1));
    if (known(l.set, -1) < a[1]) {
        name(a + 3 + n, count - 3 - n), check(l.set, a[1], 0);
        for (int g = 0; g < G && *hard; g++) put(l.needs, g, has(bar, g) && kinds[first_of(g)] > 1);
        l.next = *slot_of(l.set), *slot_of(l.set) = lemmas + 1;
    }
    lemma[++lemmas] = l, mapped = 0;
}
static void permute(int64_t *a, int count) { /* places, symbols: guesses that they turn into each other. */
    static uint16_t image[MOST];
    int many = wcslen(symbols), *seen = room(sizeof *seen * (length + many));
    Code code = room(sizeof *code * (length + 1)), at;
    if (!many || kind <= JOTTO || count != length + many) fail("no permutation of this game");
    EACH(i, count) if (seen[i < length ? place(a[i], length) : length + place(a[i], many)]++) fail("no permutation");
    for (int g = 0; g < G && !mapped; g++) orbit[g] = g;
    mapped = 1;
    EACH(g, G) {
        EACH(i, length) {
            if (!(at = wcschr(symbols, guess[g][a[i] - 1])) || !*at) fail("a code of other symbols");
            code[i] = symbols[a[length + (at - symbols)] - 1];
        }
        int x = first_of(g), y = first_of(image[g] = place_of(code));
        orbit[x > y ? x : y] = least_of(x, y);
    }
    free(seen), free(code);
    EACH(s, N) if (kind == OWN && !column[image[own[s]]]) fail("a permutation that changes the secrets");
    for (int g = 0; g < G && kind == OWN; g++) { /* The image of a guess splits the images alike; in hard play of guesses. */
        base += MOST + 1;
        EACH(i, *hard ? G : N) {
            int s = *hard ? i : own[i];
            int64_t *one = met + told(s, g), now = base + told(image[s], image[g]);
            if (*one < base) *one = now;
            if (*one != now) fail("a permutation that changes the feedback");
        }
    }
}
static void take(int step, int64_t *a, int count) { /* A step, and the numbers after its kind. */
    static uint16_t order[MOST];
    if (step == 4) add_lemma(a, count);
    else if (step == 6) permute(a, count);
    else if (step == 1) { /* question: first, endless, prices */
        if (!shown || count < 3 || count > 1002 || a[0] > G || a[1] > 1 || count + a[1] < 4) fail("question");
        first = a[0], endless = a[1], end = count - 3, shown = 0, asked = 1, mapped = 0;
        memset(except, 0, sizeof except);
        EACH(i, 1024) price[i] = i <= end ? a[2 + i] : endless * price[end];
        for (; lemmas; lemmas--) free(lemma[lemmas].set.part), free(lemma[lemmas].needs);
        memset(bar, 0, sizeof bar), memset(table, 0, sizeof table);
    } else if (step == 2) { /* weights: one for each secret */
        if (asked || count != N) fail("weights");
        equal = 1;
        EACH(s, N) weight[own[s]] = 1 + place(a[s], 1000000000), equal &= a[s] == 1;
    } else if (step == 3) { /* strategy: cost, guesses */
        left = a[0], memcpy(order, own, sizeof own), shown = 1;
        if (first && !is_first(place(a[1], G))) fail("another first guess");
        if (play((Set){0, N, order}, a + 1, 0) != a + count) fail("a strategy that goes on");
    } else if (step == 5) { /* path: guess, secret, guess, secret, ... */
        memset(bar, 0, sizeof bar);
        for (int i = 0; i < count; i += 2) {
            uint64_t *more = all_barred(place(a[i], G), own[place(a[i + 1], N)]);
            EACH(w, G / 64 + 1) bar[w] |= more[w];
        }
    } else if (step == 8) { /* exclude: guesses that are no first guesses */
        if (first || shown) fail("first guesses that are excluded late");
        EACH(i, count) first = -1, except[place(a[i], G) / 64] |= (uint64_t)1 << place(a[i], G) % 64;
    } else { /* conclusion: bound, reasons */
        memset(bar, 0, sizeof bar), name(a + 1, count - 1), shown |= a[0] > 0;
        if (first) check((Set){0, N, own}, a[0], 1);
        else if (costs((Set){-1, N, own}, -1, (wide)1 << 126, N + 1) < a[0]) fail("less is known");
    }
}
int main(int count, char **argument) {
    char *line, *matrix = NULL;
    if (count > 3 && !strcmp(argument[count - 2], "--rule")) matrix = argument[count - 1], count -= 2;
    FILE *file = opened(argument[1]);
    if (!(line = next_line(file)) || strcmp(line, "emip 2")) fail("no certificate");
    while ((line = next_line(file)) && strcmp(line, "steps")) {
        size_t key = strcspn(line, " ");
        free(decoded(line));
        EACH(i, head_count)
            if (strcspn(heads[i], " ") == key && !strncmp(heads[i], line, key)) fail("a key twice");
        if (head_count == 50) fail("too many lines before the steps");
        heads[head_count++] = strdup(line);
    }
    read_game(argument + 2, count - 2, matrix);
    EACH(g, G) weight[g] = 1;
    while ((count = numbers(next_line(file)))) {
        if (*a < 1 || *a > 8 || (*a > 2 && !asked) || (count < 2 && *a != 5)) fail("a step");
        take(*a, a + 1, count - 1);
    }
    if (!asked || !shown) fail("nothing is shown");
    return puts("accepted") < 0;
}
