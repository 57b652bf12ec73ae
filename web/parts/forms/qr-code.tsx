import { renderSVG } from 'uqr';
import './qr-code.css';

export function QrCode({ text, alt }: { text: string; alt: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 3 }))}`;
  return <img className="qr-code" src={source} alt={alt} />;
}
