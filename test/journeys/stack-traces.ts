/**
 * Playwright takes a stack trace for each of its calls, and looks for a source map of every frame. Packages have none, so
 * only frames of our own files are looked up.
 */
export function mapOwnFramesOnly(): void {
  const mapAll = Error.prepareStackTrace;
  if (!mapAll) return;
  const mapped = (frame: NodeJS.CallSite) => String(mapAll(new Error(), [frame])).slice('Error: '.length);
  Error.prepareStackTrace = ({ name, message }, frames) => {
    const lines = frames.map((frame) => (isOwn(frame) ? mapped(frame) : asMapped(frame)));
    return `${name || 'Error'}: ${message || ''}${lines.join('')}`;
  };
}

function isOwn(frame: NodeJS.CallSite): boolean {
  const file = frame.getFileName() ?? '';
  return file !== '' && !file.startsWith('node:') && !file.includes('/node_modules/');
}

/** Without 'async', by which Playwright would not know its own frames and print them. */
const asMapped = (frame: NodeJS.CallSite) => `\n    at ${String(frame).replace(/^async /, '')}`;
