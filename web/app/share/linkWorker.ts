import { fail } from '../../base/result';
import { answerLink } from './linkAnswer';
import type { FromLinkWorker, LinkQuestion } from './linkAsks';

// One text for each worker: whoever does not want it any more ends the worker.
self.onmessage = ({ data }: MessageEvent<LinkQuestion>) => {
  answerLink(data).then(tell, (error: unknown) => {
    const detail = error instanceof Error ? error.message : String(error);
    tell(fail(`It could not be read (${detail}). Nothing else is affected.`));
  });
};

function tell(answer: FromLinkWorker): void {
  self.postMessage(answer);
}
