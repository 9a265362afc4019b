import { Chat } from './chat.tsx';

export default function Page() {
  return (
    <main>
      <h1>Chat with memory</h1>
      <Chat />
    </main>
  );
}
