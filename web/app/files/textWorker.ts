import * as Comlink from 'comlink';
import { answerText } from './textAnswer';
import type { TextApi } from './textAsks';

const api: TextApi = {
  async answer(question) {
    const answer = await answerText(question);
    return 'bytes' in answer ? Comlink.transfer(answer, [answer.bytes.buffer]) : answer;
  },
};

Comlink.expose(api);
