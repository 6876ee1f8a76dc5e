/* Drives the first robot along the line y = -3 in lock-step; the same bits on every run. Plain sockets, no library.

   skidpad launch worlds/two_robots.world.xml --lockstep --duration 10 --hash
   cc examples/clients/lockstep.c -o lockstep && ./lockstep 8765 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run;
static char text[1 << 16];

static void receive(void *to, size_t size) {
  for (ssize_t got; size > 0; to = (char *)to + got, size -= (size_t)got)
    if ((got = read(run, to, size)) <= 0) exit((fprintf(stderr, "the run has ended\n"), 1));
}

static void send_text(const char *data) { /* one masked frame in one packet; a mask of zeros changes nothing */
  static char frame[1 << 16] = {(char)0x81, (char)(0x80 | 126)};
  size_t size = strlen(data);
  frame[2] = (char)(size >> 8), frame[3] = (char)size;
  memcpy(frame + 8, data, size);
  if (write(run, frame, 8 + size) != (ssize_t)(8 + size)) exit(1);
}

static void next_text(void) { /* binary messages are left out */
  unsigned char head[10];
  do {
    receive(head, 2);
    size_t size = head[1], more = size == 126 ? 2 : size == 127 ? 8 : 0;
    receive(head + 2, more);
    for (size = more ? 0 : size; more > 0; more--) size = size << 8 | head[2 + (head[1] == 126 ? 2 : 8) - more];
    if (size >= sizeof text) exit((fprintf(stderr, "a long message\n"), 1));
    receive(text, size);
    text[size] = 0;
  } while ((head[0] & 15) != 1);
}

static void advance(const char *message) {
  for (send_text(message), next_text(); !strstr(text, "\"type\":\"advanced\""); next_text())
    if (strstr(text, "refused") || strstr(text, "goodbye")) exit((fprintf(stderr, "%s\n", text), 1));
}

int main(int argc, char **argv) {
  int port = argc > 1 ? atoi(argv[1]) : 8765;
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  run = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(run, (struct sockaddr *)&at, sizeof at) != 0) return perror("connect"), 1;
  dprintf(run, "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2tpZHBhZCBsb2Nrc3RlcA==\r\n\r\n", port);
  for (text[3] = 0; memcmp(text, "\r\n\r\n", 4) != 0; receive(text + 3, 1)) memmove(text, text + 1, 3);
  send_text("{\"type\":\"hello\",\"protocol\":1,\"subscribe\":{\"rate_hz\":0}}");
  double x = 0, y = 0, z, yaw, time_ns = 0;
  char message[256] = "{\"type\":\"advance\",\"steps\":1}";
  while (advance(message), time_ns = atof(strstr(text, "\"time_ns\":") + 10), time_ns < 10e9) {
    sscanf(strstr(text, "\"pose\":["), "\"pose\":[%lf,%lf,%lf,%lf", &x, &y, &z, &yaw);
    double turn = 1.5 * (-3.0 - y) - 2.0 * yaw;
    turn = turn < -1.0 ? -1.0 : turn > 1.0 ? 1.0 : turn;
    snprintf(message, sizeof message, "{\"type\":\"advance\",\"steps\":10,\"commands\":[{\"type\":\"drive\","
             "\"vehicle\":0,\"drive\":{\"twist\":[0.5,0.0,%.17g]}}]}", turn);
  }
  printf("x %.3f m, y %.3f m, hash %.16s\n", x, y, strstr(text, "\"hash\":\"") + 8);
  return 0;
}
