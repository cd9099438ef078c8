/*
 * A disk that fails by plan: loaded before the C library (LD_PRELOAD), it answers the writes, syncs and
 * truncations of files whose path contains FAULTS_PATH, and passes all other calls on.
 *
 * FAULTS_PLAN is a list of rules "OPERATION FROM TO ACTION LATER", one a line. The operations of a kind
 * (w: writes, s: syncs, t: truncations) are counted from 1; those from FROM to TO meet the ACTION:
 *
 *   eio, enospc   fails
 *   short         writes half of the bytes
 *   before        the process is killed before it
 *   torn          the process is killed after half of it
 *   after         the process is killed after it
 *
 * LATER, if it is not 0: this many writes after the first failure by the rule, the process is
 * killed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

struct rule {
  char operation;
  long from, to, later;
  char action[16];
};

static struct rule rules[64];
static int rule_count = -1;
static const char *wanted_path;
static long counts[128];
static long killed_at_write;

static void read_plan(void) {
  rule_count = 0;
  wanted_path = getenv("FAULTS_PATH");
  const char *line = getenv("FAULTS_PLAN");
  while (line != NULL && *line != '\0' && rule_count < 64) {
    struct rule *rule = &rules[rule_count];
    if (sscanf(line, "%c %ld %ld %15s %ld", &rule->operation, &rule->from, &rule->to, rule->action,
               &rule->later) == 5)
      rule_count++;
    line = strchr(line, '\n');
    if (line != NULL) line++;
  }
}

static int is_wanted(int descriptor) {
  char link[64], path[4096];
  if (rule_count < 0) read_plan();
  if (wanted_path == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return strstr(path, wanted_path) != NULL;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* The rule that this operation meets, or NULL. */
static struct rule *met(char operation) {
  long count = ++counts[(int)operation];
  if (operation == 'w' && killed_at_write > 0 && count >= killed_at_write) die();
  for (int i = 0; i < rule_count; i++) {
    struct rule *rule = &rules[i];
    if (rule->operation == operation && count >= rule->from && count <= rule->to) return rule;
  }
  return NULL;
}

static int is(const struct rule *rule, const char *action) {
  return rule != NULL && strcmp(rule->action, action) == 0;
}

/* Whether the operation fails; then errno says how. */
static int fails(struct rule *rule) {
  if (is(rule, "before")) die();
  if (is(rule, "eio")) errno = EIO;
  else if (is(rule, "enospc")) errno = ENOSPC;
  else return 0;
  if (rule->later > 0 && killed_at_write == 0) killed_at_write = counts['w'] + rule->later;
  return 1;
}

static ssize_t write_by_plan(int descriptor, const void *bytes, size_t count, off_t at, int placed) {
  static ssize_t (*next_write)(int, const void *, size_t);
  static ssize_t (*next_pwrite)(int, const void *, size_t, off_t);
  if (next_write == NULL) {
    next_write = dlsym(RTLD_NEXT, "write");
    next_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  }
  struct rule *rule = is_wanted(descriptor) ? met('w') : NULL;
  if (fails(rule)) return -1;
  size_t written = is(rule, "short") || is(rule, "torn") ? (count + 1) / 2 : count;
  ssize_t result = placed ? next_pwrite(descriptor, bytes, written, at)
                          : next_write(descriptor, bytes, written);
  if (is(rule, "torn") || is(rule, "after")) die();
  return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  return write_by_plan(descriptor, bytes, count, 0, 0);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t at) {
  return write_by_plan(descriptor, bytes, count, at, 1);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t at) {
  return write_by_plan(descriptor, bytes, count, at, 1);
}

static int sync_by_plan(int descriptor, const char *name) {
  int (*next)(int) = dlsym(RTLD_NEXT, name);
  struct rule *rule = is_wanted(descriptor) ? met('s') : NULL;
  if (fails(rule)) return -1;
  int result = next(descriptor);
  if (is(rule, "after")) die();
  return result;
}

int fsync(int descriptor) { return sync_by_plan(descriptor, "fsync"); }

int fdatasync(int descriptor) { return sync_by_plan(descriptor, "fdatasync"); }

static int truncate_by_plan(int descriptor, off64_t length, const char *name) {
  int (*next)(int, off64_t) = dlsym(RTLD_NEXT, name);
  struct rule *rule = is_wanted(descriptor) ? met('t') : NULL;
  if (fails(rule)) return -1;
  int result = next(descriptor, length);
  if (is(rule, "after")) die();
  return result;
}

int ftruncate(int descriptor, off_t length) {
  return truncate_by_plan(descriptor, length, "ftruncate");
}

int ftruncate64(int descriptor, off64_t length) {
  return truncate_by_plan(descriptor, length, "ftruncate64");
}
