import './half-a-megabyte.ts';
import '../worker/web-llm-worker.ts';
