import type { Authority } from './authority.ts';

/** A configuration profile that installs the authority on an iPad, iPhone or Mac. */
export function appleProfile({ name, certificate }: Authority): string {
  const { fingerprint256, raw } = certificate;
  const lines = raw.toString('base64').match(/.{1,64}/g) ?? [];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>lineup.authority</string>
  <key>PayloadUUID</key><string>${uuidOf(fingerprint256, 0)}</string>
  <key>PayloadDisplayName</key><string>${escapeXml(name)}</string>
  <key>PayloadDescription</key><string>Lets this device open your store’s Lineup securely.</string>
  <key>PayloadOrganization</key><string>Lineup</string>
  <key>PayloadRemovalDisallowed</key><false/>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>lineup.authority.certificate</string>
      <key>PayloadUUID</key><string>${uuidOf(fingerprint256, 16)}</string>
      <key>PayloadDisplayName</key><string>${escapeXml(name)}</string>
      <key>PayloadCertificateFileName</key><string>lineup-ca.cer</string>
      <key>PayloadContent</key>
      <data>
${lines.join('\n')}
      </data>
    </dict>
  </array>
</dict>
</plist>
`;
}

/** The same certificate always has the same id, so that installing it again replaces it. */
function uuidOf(fingerprint: string, from: number): string {
  const hex = fingerprint.replaceAll(':', '').slice(from * 2, from * 2 + 32);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
