import type { Activities } from '../contracts/activities.js';
import type { FaultPoint } from '../faults.js';
import { classifyQuestion } from '../domain/classify-question.js';

/** Question or action, its language, and what to search for; by rules alone. */
export const createClassify = ({ faultPoint }: { faultPoint: FaultPoint }): Activities['classify'] =>
  async function classify(input) {
    const classification = classifyQuestion(input);
    faultPoint('in:classify');
    return classification;
  };
