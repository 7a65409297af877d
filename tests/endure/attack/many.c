/* The checker in C for many certificates: a process for each line of arguments, then its exit code.
 * Digests are worked out here, as starting a shell and sha256sum takes longer than all the rest. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static uint32_t turned(uint32_t x, int n) { return x >> n | x << (32 - n); }

static FILE *digested(const char *command, const char *mode) { /* SHA-256 of what is given to sha256sum. */
    static uint8_t text[1 << 20];
    static char hex[65];
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    int fd;
    if (sscanf(command, "sha256sum </dev/fd/%d", &fd) != 1) return NULL;
    ssize_t size = pread(fd, text, sizeof text - 72, 0), end = (size + 72) / 64 * 64;
    if (size < 0 || size == sizeof text - 72) return NULL;
    memset(text + size, 0, end - size), text[size] = 0x80;
    for (int i = 0; i < 8; i++) text[end - 1 - i] = (uint64_t)size * 8 >> 8 * i;
    for (uint8_t *at = text; at < text + end; at += 64) {
        uint32_t w[64], v[8];
        for (int i = 0; i < 16; i++)
            w[i] = (uint32_t)at[4 * i] << 24 | at[4 * i + 1] << 16 | at[4 * i + 2] << 8 | at[4 * i + 3];
        for (int i = 16; i < 64; i++)
            w[i] = w[i - 16] + (turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7]
                   + (turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10);
        memcpy(v, h, sizeof h);
        for (int i = 0; i < 64; i++) {
            uint32_t one = v[7] + (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25))
                           + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i];
            uint32_t two = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22))
                           + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            memmove(v + 1, v, 7 * sizeof *v), v[4] += one, v[0] = one + two;
        }
        for (int i = 0; i < 8; i++) h[i] += v[i];
    }
    for (int i = 0; i < 8; i++) sprintf(hex + 8 * i, "%08x", h[i]);
    return fmemopen(hex, 64, mode);
}

#define popen digested
#define pclose fclose
#define main check_one
#include CODE
#undef main

int main(void) {
    char *line = NULL, *given[9] = {"check"};
    size_t space = 0;
    while (getline(&line, &space, stdin) > 0) {
        char *at = line;
        int n = 1, status;
        while (n < 8 && *(given[n] = strsep(&at, "\t\n"))) n++;
        given[n] = NULL;
        pid_t child = fork();
        if (!child) {
            alarm(SECONDS);
            exit(freopen("/dev/null", "w", stdout) ? check_one(n, given) : 1);
        }
        waitpid(child, &status, 0);
        printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
        fflush(stdout);
    }
}
