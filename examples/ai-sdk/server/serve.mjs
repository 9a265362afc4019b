import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerChat } from './answer-chat.mjs';
import { nodeHandler } from './node-handler.mjs';

const port = Number(process.env.PORT ?? 3000);
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const chat = nodeHandler(answerChat);

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST' && pathname === '/api/chat') {
    void chat(request, response);
    return;
  }
  const file = path.join(dist, pathname === '/' ? 'index.html' : pathname);
  const type = types[path.extname(file)];
  if (!type || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': type });
  createReadStream(file).pipe(response);
});

server.listen(port, () => console.log(`http://localhost:${port}`));
