/* Drives the first robot along the line y = -3 in lock-step; the same bits on every run. Plain sockets, no library.
   skidpad launch worlds/two_robots.world.xml --lockstep --duration 10 --hash
   cc examples/clients/lockstep.c -o lockstep && ./lockstep 8765 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[1 << 16];

static void ask(int run, FILE *answers, const char *message, const char *wanted) { /* and wait for the wanted text */
  int size = (int)strlen(message); /* one masked frame; a mask of zeros changes nothing */
  dprintf(run, "\x81\xfe%c%c%c%c%c%c%s", size >> 8, size & 255, 0, 0, 0, 0, message);
  for (text[0] = 0; !strstr(text, wanted);) {
    int kind = getc(answers), length = getc(answers), is_over = kind == EOF || length == 127;
    if (length == 126) length = getc(answers) << 8, length |= getc(answers);
    if (is_over || fread(text, 1, (size_t)length, answers) != (size_t)length) exit((puts("the run has ended"), 1));
    text[(kind & 15) == 1 ? length : 0] = 0; /* a binary message is no text */
    if (strstr(text, "\"refused\",\"") || strstr(text, "goodbye")) exit((fprintf(stderr, "%s\n", text), 1));
  }
}

int main(int argc, char **argv) {
  int port = argc > 1 ? atoi(argv[1]) : 8765, run = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in at = {AF_INET, htons((unsigned short)port), {htonl(INADDR_LOOPBACK)}, {0}};
  if (connect(run, (struct sockaddr *)&at, sizeof at) != 0) return perror("connect"), 1;
  dprintf(run, "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2tpZHBhZCBsb2Nrc3RlcA==\r\n\r\n", port);
  FILE *answers = fdopen(run, "r");
  while (fgets(text, sizeof text, answers) && strcmp(text, "\r\n") != 0) {}
  ask(run, answers, "{\"type\":\"hello\",\"protocol\":1,\"subscribe\":{\"rate_hz\":0}}", "\"welcome\"");
  double x = 0, y = 0, yaw = 0;
  char message[256] = "{\"type\":\"advance\",\"steps\":1}";
  while (ask(run, answers, message, "\"advanced\""), atof(strstr(text, "\"time_ns\":") + 10) < 10e9) {
    sscanf(strstr(text, "\"pose\":["), "\"pose\":[%lf,%lf,%*f,%lf", &x, &y, &yaw);
    double turn = 1.5 * (-3.0 - y) - 2.0 * yaw;
    snprintf(message, sizeof message, "{\"type\":\"advance\",\"steps\":10,\"commands\":[{\"type\":\"drive\","
      "\"vehicle\":0,\"drive\":{\"twist\":[0.5,0.0,%.17g]}}]}", turn < -1 ? -1.0 : turn > 1 ? 1.0 : turn);
  }
  printf("x %.3f m, y %.3f m, hash %.16s\n", x, y, strstr(text, "\"hash\":\"") + 8);
}
