import { type Titled, titleOf } from '../titles.js';
import { DocumentId } from './document-id.js';

interface DocumentNameProps {
  readonly id: string;
  /** What is stored under the id; undefined: nothing, or it is not known yet. */
  readonly document: Titled | undefined;
  /** False where it is not stored. */
  readonly linked?: boolean;
}

/** A document as people know it: by its title if it has one, and by its id. */
export function DocumentName({ id, document, linked = true }: DocumentNameProps) {
  const title = document === undefined ? null : titleOf(document);
  return (
    <span class="document-name">
      {title !== null && <bdi class="title">{title}</bdi>}
      <DocumentId id={id} linked={linked} />
    </span>
  );
}
