import { Choices } from '../design/choices.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { LANGUAGES, type Language } from './code.ts';

interface CodeParts {
  /** What the code is, for screen readers. */
  readonly name: string;
  readonly code: string;
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

/** A request as code in one of the languages, to copy. */
export function CodeBox({ name, code, language, choose }: CodeParts) {
  return (
    <>
      <div class="row">
        <Choices label="Language" options={LANGUAGES} chosen={language} choose={choose} />
        <CopyButton text={code} what={name} />
      </div>
      {/* A long request scrolls, by keyboard too. */}
      <pre tabIndex={0} role="region" aria-label={name}>
        {code}
      </pre>
    </>
  );
}
