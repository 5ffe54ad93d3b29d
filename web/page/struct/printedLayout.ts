import type { InView } from '../state/inView';
import type { PredictionView } from '../state/predictionInView';
import { buildScene } from '../../core/scene/buildScene';
import { lineFrames, pictureWithin } from '../../core/scene/linePictures';
import { pictureOf, type Picture } from '../../core/scene/picture';
import { sceneInput } from './sceneInput';

/** A line of 64 bytes at this width is readable on A4 in both directions; paper scales it. */
const PAPER_PX = 860;
/** The ticks of a scene lie above its first line. */
const RULER_PX = 18;

/** A layout for paper, in pieces that no end of a page may part. */
export interface PrintedLayout {
  /** The bytes of a line, for the head of each page. */
  readonly ruler: Picture;
  readonly lines: readonly { readonly key: number; readonly picture: Picture }[];
}

/** Every line of the layout in view, with nothing selected. */
export function printedLayout(inView: InView, predicted: PredictionView | null): PrintedLayout {
  const scene = buildScene({
    ...sceneInput(inView, PAPER_PX, predicted),
    selection: new Set(),
    focus: null,
  });
  const picture = pictureOf(scene);
  return {
    ruler: pictureWithin(picture, { fromPx: 0, toPx: RULER_PX }),
    lines: lineFrames(scene).map((frame) => ({
      key: frame.fromPx,
      picture: pictureWithin(picture, frame),
    })),
  };
}
