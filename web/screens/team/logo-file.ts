import { done, type Outcome, refuse } from '../../../domain/problem.ts';
import { largestLogo } from '../../../domain/team.ts';

export interface LogoFile {
  readonly name: string;
  /** A data address, for the preview. */
  readonly url: string;
  readonly base64: string;
}

/** A chosen file, or why it cannot be the logo; the server looks again. */
export async function readLogo(file: File, types: readonly string[]): Promise<Outcome<LogoFile>> {
  const field = 'logoFile';
  if (!types.includes(file.type)) return refuse('image-unreadable', { field });
  if (file.size > largestLogo) {
    return refuse('image-too-large', { field, details: { max: Math.floor(largestLogo / 1_000) } });
  }
  const url = await dataUrl(file);
  if (!url || !(await isPicture(url))) return refuse('image-unreadable', { field });
  return done({ name: file.name, url, base64: url.slice(url.indexOf(',') + 1) });
}

const dataUrl = (file: File): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });

/** Can the browser draw it, whatever it calls itself? */
async function isPicture(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return true;
  } catch {
    return false;
  }
}
