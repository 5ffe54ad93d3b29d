import * as Comlink from 'comlink';
import { answerText } from './textAnswer';
import type { TextApi } from './textAsks';

const api: TextApi = {
  answer(question) {
    const answer = answerText(question);
    return 'bytes' in answer ? Comlink.transfer(answer, [answer.bytes.buffer]) : answer;
  },
};

Comlink.expose(api);
