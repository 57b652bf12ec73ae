import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import { useId, useState } from 'react';
import { FieldError } from './form.tsx';
import './file-drop.css';

type FileDropProps = {
  label: string;
  description: string;
  /** As the attribute of a file input, such as '.csv,text/csv'. */
  accept?: string;
  fileName?: string;
  error?: string;
  onFile: (file: File) => void;
};

export function FileDrop({ label, description, accept, fileName, error, onFile }: FileDropProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const describedBy = [`${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className={isOver ? 'file-drop file-drop--over' : 'file-drop'}>
        <IconFileUpload className="file-drop__icon" aria-hidden="true" />
        <label className="file-drop__label" htmlFor={id}>
          {label}
        </label>
        <span className="field__description" id={`${id}-description`}>
          {fileName ?? description}
        </span>
        <input
          id={id}
          className="file-drop__input"
          type="file"
          accept={accept}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onFile(file);
            // allows the same file to be chosen again
            event.target.value = '';
          }}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
