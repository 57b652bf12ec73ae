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

type Looks = { [Name in keyof NoteAttributes]: NoteAttributes[Name] };

const tools: readonly { label: string; icon: ReactNode; look: Looks }[] = [
  { label: 'Heading 1', icon: <IconH1 />, look: { header: 1 } },
  { label: 'Heading 2', icon: <IconH2 />, look: { header: 2 } },
  { label: 'Heading 3', icon: <IconH3 />, look: { header: 3 } },
  { label: 'Bold', icon: <IconBold />, look: { bold: true } },
  { label: 'Italic', icon: <IconItalic />, look: { italic: true } },
  { label: 'Underline', icon: <IconUnderline />, look: { underline: true } },
  { label: 'Numbered list', icon: <IconListNumbers />, look: { list: 'ordered' } },
  { label: 'Bulleted list', icon: <IconList />, look: { list: 'bullet' } },
];

interface NotesToolbarProps {
  /** Looks of the selected text. */
  current: Readonly<Record<string, unknown>>;
  onLook: (name: string, value: unknown) => void;
  onLink: () => void;
  onClear: () => void;
}

/** Buttons big enough for a thumb; a press keeps the selection in the text. */
export function NotesToolbar({ current, onLook, onLink, onClear }: NotesToolbarProps) {
  return (
    <div className="notes-editor__toolbar" role="toolbar" aria-label="Formatting">
      {tools.map(({ label, icon, look }) => {
        const [name = '', value] = Object.entries(look)[0] ?? [];
        const isOn = current[name] === value;
        return (
          <ToolButton
            key={label}
            label={label}
            icon={icon}
            isOn={isOn}
            onPress={() => onLook(name, isOn ? false : value)}
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
