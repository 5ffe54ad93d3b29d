import { answerText } from './textAnswer';
import type { FromTextWorker, TextQuestion } from './textAsks';

// One question for each worker: whoever does not want the answer any more ends the worker.
self.onmessage = ({ data }: MessageEvent<TextQuestion>) => {
  try {
    const answer = answerText(data);
    tell({ answer }, 'bytes' in answer ? [answer.bytes.buffer] : []);
  } catch (error) {
    tell({ broke: error instanceof Error ? error.message : String(error) }, []);
  }
};

function tell(message: FromTextWorker, moved: Transferable[]): void {
  self.postMessage(message, { transfer: moved });
}
