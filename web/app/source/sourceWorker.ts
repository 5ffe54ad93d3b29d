import { openTexts } from '../../ingest/texts';
import { fail, ok } from '../../base/result';
import { createAnswers } from './answers';
import type { FromWorker, Question, ToWorker } from './asks';

/** Reads C source and plans patches, away from the page. Its module comes before its first question. */
let answers: ReturnType<typeof createAnswers> | null = null;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'module') answers = createAnswers(openTexts(data.module));
  else void reply(data);
};

async function reply(question: Question): Promise<void> {
  const { id } = question;
  try {
    self.postMessage({ id, answer: ok(await answer(question)) } satisfies FromWorker);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ id, answer: fail(message) } satisfies FromWorker);
  }
}

function answer(question: Question): unknown {
  if (answers === null) throw new Error('a question before the module');
  switch (question.kind) {
    case 'list':
      return answers.list(question.ask);
    case 'resolve':
      return answers.resolve(question.ask);
    case 'plan':
      return answers.plan(question.ask);
    case 'follow':
      return answers.follow(question.ask);
    case 'declaring':
      return answers.declaring(question.ask);
    case 'hazardQuery':
      return answers.hazardQuery(question.ask);
    case 'hazards':
      return answers.hazards(question.ask);
    case 'lookUp':
      return answers.lookUp(question.ask);
  }
}
