import type { ComponentChildren } from 'preact';
import { ChooseCollection } from './choose-collection.js';

interface PageHeadProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Whether the page is about one collection, which is chosen here. */
  readonly ofCollection?: boolean;
}

export function PageHead({ title, children, ofCollection = true }: PageHeadProps) {
  return (
    <div class="page-head">
      <div>
        <h1>{title}</h1>
        <p>{children}</p>
      </div>
      {ofCollection && <ChooseCollection />}
    </div>
  );
}
