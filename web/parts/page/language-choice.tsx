import { language, words } from '../../../client/words/words.ts';
import { type Language, languageNames, languages } from '../../../words/words.ts';
import { SelectField } from '../../ui/form/form.tsx';
import { showProblem } from '../forms/change-toast.ts';
import { useObservable } from './client-context.tsx';
import { chooseLanguage } from './language.ts';

const t = words('sign-in');

/** Every language by its own name: whoever looks for theirs may not read the page. */
export function LanguageChoice({ onChange }: { onChange: (chosen: Language) => void }) {
  return (
    <SelectField
      label={t('language')}
      value={useObservable(language)}
      onChange={onChange}
      options={languages.map((value) => ({ value, label: languageNames[value] }))}
    />
  );
}

/** For pages that nobody is signed in to. */
export const DeviceLanguage = () => (
  <div className="sign-in-frame__language">
    <LanguageChoice
      onChange={(chosen) => {
        chooseLanguage(chosen).catch(() => showProblem({ code: 'network-request-failed' }));
      }}
    />
  </div>
);
