import { EXPORT_FORMS } from '../../core/format/share/exportForms';

/** A command that takes the layout away, and the few words of its button. */
export interface ExportChoice {
  readonly command: string;
  readonly label: string;
}

/** As text to paste elsewhere. */
export const TEXT_CHOICES: readonly ExportChoice[] = EXPORT_FORMS.map(({ form, short }) => ({
  command: `share.${form}`,
  label: short,
}));

/** As a picture. */
export const PICTURE_CHOICES: readonly ExportChoice[] = (['svg', 'png'] as const).flatMap((kind) =>
  (['light', 'dark'] as const).map((theme) => ({
    command: `share.${kind}.${theme}`,
    label: `${kind.toUpperCase()} ${theme}`,
  })),
);
