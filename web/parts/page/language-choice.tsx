import { language, words } from '../../../client/words/words.ts';
import { type Language, languageNames, languages } from '../../../words/words.ts';
import { SelectField } from '../../ui/form/form.tsx';
import { showProblem } from '../forms/change-toast.ts';
import { useObservable } from './client-context.tsx';
import { chooseLanguage } from './language.ts';

const t = words('sign-in');

/** Every language by its own name: who looks for theirs may not read the page. */
const options = () => languages.map((value) => ({ value, label: languageNames[value] }));

type PersonLanguageProps = {
  chosen: Language | undefined;
  onChange: (chosen: Language | null) => void;
};

/** Of the person who is signed in, who may leave it to each device. */
export function PersonLanguage({ chosen, onChange }: PersonLanguageProps) {
  return (
    <SelectField<Language | ''>
      label={t('language')}
      value={chosen ?? ''}
      onChange={(value) => onChange(value === '' ? null : value)}
      options={[{ value: '', label: t('language-of-device') }, ...options()]}
    />
  );
}

/** For pages that nobody is signed in to. */
export const DeviceLanguage = () => (
  <div className="sign-in-frame__language">
    <SelectField
      label={t('language')}
      value={useObservable(language)}
      onChange={(chosen) => {
        chooseLanguage(chosen).catch(() => showProblem({ code: 'network-request-failed' }));
      }}
      options={options()}
    />
  </div>
);
