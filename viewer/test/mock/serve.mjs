// A server for working on the viewer without the program: node test/mock/serve.mjs [port] [robots]
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { MockWorld } from "./world.mjs";

const port = Number(process.argv[2] ?? 8765);
const world = new MockWorld(Number(process.argv[3] ?? 3));
const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const http = createServer((request, response) => {
  void (async () => {
    const path = new URL(request.url, "http://mock").pathname;
    if (path === "/scene.json") return response.setHeader("content-type", "application/json").end(JSON.stringify(world.sceneFile()));
    if (path === "/scene.glb") return response.setHeader("content-type", "model/gltf-binary").end(world.glb);
    const name = { "/": "index.html", "/viewer.js": "viewer.js", "/viewer.css": "viewer.css" }[path];
    if (!name) return response.writeHead(404).end();
    response.setHeader("content-type", TYPES[name.split(".").pop()]);
    response.setHeader("content-security-policy", POLICY);
    return response.end(await readFile(dist + name));
  })();
});

const run = { isPaused: false, speed: 1, branch: 0, csv: null, moments: [] };
const clients = new Set();
const keep = () => ({ step: world.step, state: structuredClone(world.state) });

new WebSocketServer({ server: http, path: "/ws" }).on("connection", (socket) => {
  const client = { socket, subscription: { poses: true, vehicles: true, sensors: [] } };
  clients.add(client);
  socket.on("close", () => clients.delete(client));
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    const answer = (reply) => socket.send(JSON.stringify({ id: message.id, ...reply }));
    if (message.type === "hello") answer({ type: "welcome", protocol: 1, client: clients.size, revision: 0, run: "mock", program: "mock", can: ["control", "rewind", "edit", "drive"] });
    if (message.type === "hello") client.subscription = message.subscribe;
    if (message.type === "subscribe") client.subscription = message;
    if (message.type === "play") run.isPaused = false;
    if (message.type === "pause") run.isPaused = true;
    if (message.type === "step") for (let i = 0; i < message.count; i++) world.advance(), (run.isPaused = true);
    if (message.type === "speed") run.speed = message.factor;
    if (message.type === "record") run.csv = run.csv ? null : { since_ns: world.step * world.stepNs, file: "robot1.csv", file_count: 3 };
    if (message.type === "reset") world.reset(), run.branch++, (run.moments = []);
    if (message.type === "drive") {
      world.state[message.vehicle].goal = message.drive.twist;
      for (const other of clients) other.socket.send(JSON.stringify({ type: "drive", vehicle: message.vehicle, drive: message.drive }));
    }
    if (message.type === "teleport" && "vehicle" in message.body) {
      Object.assign(world.state[message.body.vehicle], { x: message.pose[0], y: message.pose[1], yaw: message.pose[3] });
    }
    if (message.type === "select") answer({ type: "selected", place: "mock.world.xml:40:5", parameters: [{ name: "mass", value: "30 kg", place: "mock.world.xml:41:9" }] });
    const moment = run.moments.findLast((kept) => kept.step <= message.step) ?? run.moments[0];
    if (message.type === "peek" && moment) socket.send(world.poses(moment.state, 1, moment.step));
    if (message.type === "branch" && moment) {
      world.state = structuredClone(moment.state);
      world.step = moment.step;
      run.moments = run.moments.filter((kept) => kept.step <= moment.step);
      run.branch++;
    }
  });
});

let wall = performance.now();
let owed = 0;
setInterval(() => {
  const now = performance.now();
  owed += ((now - wall) / 1000) * (run.speed === "max" ? 20 : run.speed);
  wall = now;
  if (run.isPaused) owed = 0;
  for (; owed > world.stepNs * 1e-9; owed -= world.stepNs * 1e-9) {
    world.advance();
    if (world.step % 100 === 0) run.moments.push(keep());
  }
  for (const { socket, subscription } of clients) {
    if (socket.bufferedAmount > 1e6) continue;
    socket.send(world.poses());
    socket.send(world.vehicles());
    const sensors = world.sceneFile().sensors;
    for (const index of subscription.sensors) {
      const kind = sensors[index]?.kind;
      if (kind === "laser") socket.send(world.scan(index));
      if (kind === "lidar3d") socket.send(world.cloud(index));
      if (kind === "camera") socket.send(world.picture(index));
      if (kind === "imu") socket.send(JSON.stringify({ type: "reading", sensor: index, time_ns: 0, imu: { acceleration_mps2: [0.1, 0, 9.81], rate_radps: [0, 0, world.state[0].w] } }));
    }
  }
}, 33);
setInterval(() => {
  const moments = run.moments.length > 0 ? [run.moments[0].step, run.moments.at(-1).step, run.moments.length] : null;
  const status = {
    type: "status", step: world.step, time_ns: world.step * world.stepNs, is_paused: run.isPaused, speed: run.speed, real_time_factor: run.speed === "max" ? 20 : run.speed,
    missed_deadline_count: 0, client_count: clients.size, dropped_count: 0, branch: run.branch, moments, named: [], csv: run.csv, mcap: null, closed: null, can_undo: false,
  };
  for (const { socket } of clients) socket.send(JSON.stringify(status));
}, 250);
http.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/`));
