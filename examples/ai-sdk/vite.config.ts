import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { answerChat } from './server/answer-chat.mjs';
import { nodeHandler } from './server/node-handler.mjs';

export default defineConfig({
  plugins: [
    react(),
    {
      // `npm run dev` serves page and chat from one address, as `npm start` does.
      name: 'chat',
      configureServer(server) {
        server.middlewares.use('/api/chat', nodeHandler(answerChat));
      },
    },
  ],
});
