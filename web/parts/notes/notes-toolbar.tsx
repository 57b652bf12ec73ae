import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs';
import IconClearFormatting from '@tabler/icons-react/dist/esm/icons/IconClearFormatting.mjs';
import IconH1 from '@tabler/icons-react/dist/esm/icons/IconH1.mjs';
import IconH2 from '@tabler/icons-react/dist/esm/icons/IconH2.mjs';
import IconH3 from '@tabler/icons-react/dist/esm/icons/IconH3.mjs';
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import IconListNumbers from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs';
import IconUnderline from '@tabler/icons-react/dist/esm/icons/IconUnderline.mjs';
import type { ReactNode } from 'react';
import type { NoteAttributes } from '../../../domain/notes/notes.ts';
import type { Formats } from './quill-editor.ts';

const tools: readonly { label: string; icon: ReactNode; format: NoteAttributes }[] = [
  { label: 'Heading 1', icon: <IconH1 />, format: { header: 1 } },
  { label: 'Heading 2', icon: <IconH2 />, format: { header: 2 } },
  { label: 'Heading 3', icon: <IconH3 />, format: { header: 3 } },
  { label: 'Bold', icon: <IconBold />, format: { bold: true } },
  { label: 'Italic', icon: <IconItalic />, format: { italic: true } },
  { label: 'Underline', icon: <IconUnderline />, format: { underline: true } },
  { label: 'Numbered list', icon: <IconListNumbers />, format: { list: 'ordered' } },
  { label: 'Bulleted list', icon: <IconList />, format: { list: 'bullet' } },
];

interface NotesToolbarProps {
  /** Formats of the selected text. */
  current: Formats;
  onFormat: (name: string, value: unknown) => void;
  onLink: () => void;
  onClear: () => void;
}

/** Pressing a button keeps the selection in the text. */
export function NotesToolbar({ current, onFormat, onLink, onClear }: NotesToolbarProps) {
  return (
    <div className="notes-editor__toolbar" role="toolbar" aria-label="Formatting">
      {tools.map(({ label, icon, format }) => {
        const [name = '', value] = Object.entries(format)[0] ?? [];
        const isOn = current[name] === value;
        return (
          <ToolButton
            key={label}
            label={label}
            icon={icon}
            isOn={isOn}
            onPress={() => onFormat(name, isOn ? false : value)}
          />
        );
      })}
      <ToolButton label="Link" icon={<IconLink />} isOn={Boolean(current.link)} onPress={onLink} />
      <ToolButton label="Clear formatting" icon={<IconClearFormatting />} onPress={onClear} />
    </div>
  );
}

function ToolButton({
  label,
  icon,
  isOn,
  onPress,
}: {
  label: string;
  icon: ReactNode;
  isOn?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="notes-editor__tool"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {icon}
    </button>
  );
}
