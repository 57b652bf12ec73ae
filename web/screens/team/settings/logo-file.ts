import { done, type Outcome, refuse } from '../../../../domain/problem/problem.ts';
import { largestLogo } from '../../../../domain/team/team.ts';

export interface LogoFile {
  readonly name: string;
  /** A data URL for the preview. */
  readonly url: string;
  readonly base64: string;
}

/** Larger ones would take the memory of a phone, and the page with it. */
const largestFile = 30_000_000;
const mostPixels = 60_000_000;
/** Same limit as on the server. */
const longestSide = 4096;
/** Sizes to try: no logo is drawn larger than the first, and any image fits the limit at the last. */
const sides = [1024, 512, 256];

export async function prepareLogo(file: File, types: readonly string[]): Promise<Outcome<LogoFile>> {
  const field = 'logoFile';
  if (!types.includes(file.type)) return refuse('image-unreadable', { field });
  if (file.size > largestFile) {
    return refuse('image-too-large', { field, details: { max: Math.floor(largestFile / 1_000) } });
  }
  const whole = await dataUrl(file);
  const image = whole && (await loadImage(whole));
  if (!whole || !image) return refuse('image-unreadable', { field });
  const fits = file.size <= largestLogo && Math.max(image.naturalWidth, image.naturalHeight) <= longestSide;
  const url = fits ? whole : resize(image, file.type);
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

/** A file that the browser can't decode, or only with too much memory, gives `null`. */
async function loadImage(url: string): Promise<HTMLImageElement | null> {
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

/** Resizes an image to fit the limit. Only JPEGs become JPEGs, to keep transparency. */
function resize(image: HTMLImageElement, type: string): string | null {
  const kinds = type === 'image/jpeg' ? ['image/jpeg'] : ['image/png', 'image/webp'];
  for (const side of sides) {
    const canvas = document.createElement('canvas');
    const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight));
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    for (const kind of kinds) {
      const url = canvas.toDataURL(kind, 0.9);
      if (base64Of(url).length * 0.75 <= largestLogo) return url;
    }
  }
  return null;
}
