import { done, type Outcome, refuse } from '../../../../domain/problem/problem.ts';
import { largestLogo } from '../../../../domain/team/team.ts';

export interface LogoFile {
  readonly name: string;
  /** A data address, for the preview. */
  readonly url: string;
  readonly base64: string;
}

/** Of a file that is made smaller here before it is sent. */
const largestFile = 30_000_000;
const mostPixels = 60_000_000;
/** As the server has it. */
const longestSide = 4096;
/** A logo is never drawn larger than the first; one of the last is small enough whatever it shows. */
const sides = [1024, 512, 256];

/** A chosen file, made smaller where the server would not take it, or why it cannot be the logo. */
export async function prepareLogo(file: File, types: readonly string[]): Promise<Outcome<LogoFile>> {
  const field = 'logoFile';
  if (!types.includes(file.type)) return refuse('image-unreadable', { field });
  if (file.size > largestFile) {
    return refuse('image-too-large', { field, details: { max: Math.floor(largestFile / 1_000) } });
  }
  const whole = await dataUrl(file);
  const image = whole && (await pictureAt(whole));
  if (!whole || !image) return refuse('image-unreadable', { field });
  const isFine = file.size <= largestLogo && Math.max(image.naturalWidth, image.naturalHeight) <= longestSide;
  const url = isFine ? whole : smaller(image, file.type);
  if (!url) return refuse('image-unreadable', { field });
  return done({ name: file.name, url, base64: base64Of(url) });
}

const base64Of = (url: string): string => url.slice(url.indexOf(',') + 1);

const dataUrl = (file: File): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });

/** Null for what the browser cannot draw, whatever it calls itself, or could only with very much memory. */
async function pictureAt(url: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    if (image.naturalWidth * image.naturalHeight > mostPixels) return null;
    await image.decode();
    return image;
  } catch {
    return null;
  }
}

/** Drawn anew, as large as fits the limit. What can be transparent stays so: only a JPEG becomes one. */
function smaller(image: HTMLImageElement, type: string): string | null {
  const kinds = type === 'image/jpeg' ? ['image/jpeg'] : ['image/png', 'image/webp'];
  for (const side of sides) {
    const canvas = document.createElement('canvas');
    const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight));
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const brush = canvas.getContext('2d');
    if (!brush) return null;
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    for (const kind of kinds) {
      const url = canvas.toDataURL(kind, 0.9);
      if (base64Of(url).length * 0.75 <= largestLogo) return url;
    }
  }
  return null;
}
