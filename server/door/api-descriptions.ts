/**
 * What else a caller has to know of an endpoint, by the name that the contract gives it. Pages do not load these texts, so
 * they are not in the contract.
 */
export const descriptions: Readonly<Record<string, string>> = {
  getHealth: 'Answers as long as the process does anything, also under names that aren’t the server’s.',
  getUp: 'The same as `/healthz`, at the path where ONCE asks.',
  getReadiness:
    'The status is 503 while changes can’t be stored and before the server stops. `backup` is there if backups are scheduled.',
  getMetrics: 'In the text format of Prometheus, 120 calls a minute.',
  changePassword: 'Signs out every other device.',
  deleteAccount: 'Refused if a team would have no manager left. `details.teams` names those teams.',
  startSecondFactor: 'It takes effect once you confirm it with a code. The backup codes are shown only here.',
  startOidcSignIn:
    'Send the browser to `address`. The provider sends it back to /signed-in, with `?problem=` and a code if it failed.',
  requestReset:
    'Always the same response, whether or not the account exists. The email has a link to /reset/{token}.',
  resetPassword: 'The link works once, for 30 minutes. Every session of the account is signed out.',
  listLayouts: 'Send `date`, or `from` and `to` with both dates included, at most 92 days.',
  listOutlooks:
    'At most 14 days, and the first 100 layouts in them. `open` is what is planned for the start of a rotation, or how it is now.',
  createLayout: '`template` is the id of a template of the team. The response has the id of the new layout.',
  changeDocument:
    'Send a new id for each change; the same id twice is applied once. A document is created by its first change: `template.create` or `layout.create`. In a batch, `details.step` says which change was refused.',
  getTeamHistory:
    'Newest first. Send `next` as `before` to get the following page. `person` is a user’s id, or `lineup` for changes that Lineup made itself; dates are those of the team’s time zone.',
  getDocumentHistory:
    'The team’s own document has the team’s id. Viewers don’t see that of deleted layouts. Filters are those of the team’s history. At most 60 calls a minute.',
  exportHistory:
    'Newest first, at most 100,000 entries. With `document`, that of one layout or template alone. At most 5 calls a minute.',
  undoChange:
    'Makes the opposite change, as a new entry. Refused with `undo-changed` if the same was changed since, and with `not-allowed` if your role doesn’t allow the opposite change.',
  saveConnection: 'Secrets you leave out stay as they are.',
  testConnection:
    'Signs in with the settings you send; saved secrets fill in for those you leave out. Nothing is saved.',
  fetchProviderSchedule: 'Asks the provider now. Nothing is changed. Closing the request cancels it.',
  previewCalendarFile: 'For managers and leads. The shifts around the date; nothing is stored.',
  getWaitingSchedule: 'The last schedule that was read automatically and waits for review, or null.',
  pickRoles: 'Used the next time, and by automatic reading.',
  endSession: '`session` is an id from the list of sessions. Its open pages end within two seconds.',
  getOwnSecurityLog: 'Newest first, 50 at a time. Send `next` as `before` for older entries.',
  getTeamSecurityLog:
    'Newest first, 50 at a time. Send `next` as `before` for older entries. What happened to members’ accounts is included from when they joined, without their networks.',
  setTeamSecurity:
    'The caller needs an authenticator app to require one. Managers without one then have the rights of a lead.',
  deleteTeam:
    'Deletes its templates, layouts, members, and history for good. `name` must be the name of the team.',
  uploadLogo: 'Accepts PNG, JPEG, WebP, or GIF. The response has the new address of the logo.',
  createInvitation: '`token` is the secret of the invite link, /join/{token}. It is shown only here.',
  createToken: 'Send `secret` as `Authorization: Bearer SECRET`. It is shown only here.',
};
