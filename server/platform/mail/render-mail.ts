/** One block of a mail, all plain text: markup characters are escaped. */
type MailBlock =
  | string
  /** Set in large type, to be read and typed. */
  | { code: string }
  | { button: string; to: string }
  /** A sentence that is a link. */
  | { link: string; to: string }

/** The content of a mail. The layout adds the brand and the reason for the mail. */
export type MailContent = {
  subject: string
  /** Shown after the subject in a list of mails. */
  preview: string
  heading: string
  body: readonly MailBlock[]
  reason: string
  /** The reader chooses in the notification settings whether such mails come. */
  isOptional?: true
  /** The mail is dropped after this time. */
  until?: string
}

/** Portal pages are given by their path, which begins with a slash. */
export const renderMail = (
  content: MailContent,
  publicUrl: string,
): { subject: string; html: string; text: string } => ({
  subject: content.subject,
  html: renderHtml(content, publicUrl),
  text: renderText(content, publicUrl),
})

const lineWidth = 72

const settingsPath = '/portal/settings/notifications'
const settingsLabel = 'Notification settings'

function renderText({ heading, body, reason, isOptional }: MailContent, publicUrl: string): string {
  const blocks = body.map((block) => {
    if (typeof block === 'string') return wrapText(block)
    if ('code' in block) return `    ${block.code}`
    // Never wrapped: a broken link opens nothing.
    return `${'button' in block ? block.button : block.link}:\n${publicUrl}${block.to}`
  })
  const settings = isOptional ? `${settingsLabel}:\n${publicUrl}${settingsPath}\n\n` : ''
  const foot = `--\n${wrapText(reason)}\n\n${settings}Dooryard\n${publicUrl}\n`
  return [heading, '='.repeat(heading.length), '', blocks.join('\n\n'), '', foot].join('\n')
}

function wrapText(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > lineWidth) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

const escapeByCharacter: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapeByCharacter[sign] ?? sign)

const fontFamily = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const codeFontFamily = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

/** Every text sets all of its type: mail clients apply their own styles to anything left open. */
const formatFontStyle = (size: number, line: number, color: string, more = '') =>
  `font-family:${fontFamily};font-size:${size}px;line-height:${line}px;color:${color};${more}`

const formatBoxStyle = (color: string, more: string) => `bgcolor="${color}" style="background-color:${color};${more}"`

const tableAttributes = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

const brandColor = '#4f46e5'

// Rules that cannot be attributes. Clients that drop them show the light design, at every width.
const styles = `
@media (max-width: 640px) {
  .canvas { padding: 20px 12px !important }
  .card { padding: 28px 22px !important }
  .code { font-size: 32px !important; letter-spacing: 6px !important; padding-left: 6px !important }
}
@media (prefers-color-scheme: dark) {
  .ground { background-color: #090b0f !important }
  .card { background-color: #12151b !important; border-color: #2a313d !important }
  .panel { background-color: #171b22 !important; border-color: #2a313d !important }
  .ink { color: #e9ecf1 !important }
  .soft { color: #d0d6df !important }
  .dim { color: #8d97a7 !important }
  .accent { color: #a5b4fc !important }
}`

function renderHtml(content: MailContent, publicUrl: string): string {
  const { subject, preview, heading, body, reason, isOptional } = content
  const blocks = body.map((block, place) => renderBlock(block, publicUrl, place === body.length - 1 ? 0 : 16))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>${styles}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f7f8fa;-webkit-text-size-adjust:100%">
${renderPreview(preview)}
<table ${tableAttributes} width="100%"><tr><td class="canvas ground" align="center" ${formatBoxStyle('#f7f8fa', 'padding:40px 16px')}>
<table ${tableAttributes} width="100%" style="max-width:600px">
<tr><td style="padding:0 4px 20px">${brand}</td></tr>
<tr><td class="card" ${formatBoxStyle('#ffffff', 'border:1px solid #e2e8f0;border-radius:12px;padding:40px 44px')}>
<h1 class="ink" style="margin:0 0 16px;${formatFontStyle(22, 30, '#111827', 'font-weight:600;letter-spacing:-0.2px')}">
${escapeHtml(heading)}
</h1>
${blocks.join('\n')}
</td></tr>
<tr><td class="dim" style="padding:20px 4px 0;${formatFontStyle(12, 18, '#66738a')}">${escapeHtml(reason)}<br>
${isOptional ? `${renderFootLink(publicUrl + settingsPath, settingsLabel)}<br>\n` : ''}Dooryard · ${renderFootLink(
    publicUrl,
    publicUrl.replace(/^https?:\/\//, ''),
  )}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

const renderFootLink = (url: string, label: string) =>
  `<a class="dim" href="${escapeHtml(url)}" style="color:#66738a;text-decoration:underline">
${escapeHtml(label)}</a>`

/** Hidden, and followed by filler, so that the mail's own text is not shown after it. */
const renderPreview = (preview: string) =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">
${escapeHtml(preview)}${'&#8203;&nbsp;'.repeat(60)}
</div>`

// The logo from cells and boxes, since mail clients show no SVG and ask before loading a picture.
const brand = `<table ${tableAttributes}><tr>
<td width="32" height="32" align="center" valign="top"
 ${formatBoxStyle(brandColor, 'width:32px;height:32px;border-radius:8px;font-size:0;line-height:0')}>
<div style="width:12px;height:15px;margin:8px auto 0;background-color:#ffffff;border-radius:6px 6px 0 0">
<div style="width:3px;height:15px;margin:0 auto;padding-left:4px"><div style="height:7px"></div>
<div style="width:3px;height:3px;background-color:${brandColor};border-radius:2px"></div></div></div>
<div style="width:20px;height:2px;margin:0 auto;background-color:#a5b4fc;border-radius:1px"></div>
</td>
<td class="ink" style="padding-left:10px;${formatFontStyle(17, 32, '#111827', 'font-weight:600;letter-spacing:-0.2px')}">
Dooryard</td>
</tr></table>`

function renderBlock(block: MailBlock, publicUrl: string, below: number): string {
  if (typeof block === 'string')
    return `<p class="soft" style="margin:0 0 ${below}px;${formatFontStyle(15, 24, '#3b475a')}">${escapeHtml(block)}</p>`
  if ('code' in block) return renderCode(block.code)
  const url = escapeHtml(publicUrl + block.to)
  if ('link' in block)
    return `<p style="margin:0 0 ${below}px;${formatFontStyle(15, 24, brandColor)}">
<a class="accent" href="${url}" style="color:${brandColor};text-decoration:underline">${escapeHtml(block.link)}</a></p>`
  const codeStyle = formatFontStyle(
    15,
    20,
    '#ffffff',
    'display:inline-block;padding:12px 22px;font-weight:600;text-decoration:none',
  )
  return `<table ${tableAttributes} style="margin:8px 0 ${below * 1.5}px"><tr><td ${formatBoxStyle(brandColor, 'border-radius:8px')}>
<a href="${url}" style="${codeStyle}">${escapeHtml(block.button)}</a></td></tr></table>`
}

// Spaced by style and not by spaces, so that the copied text is the code. The padding balances the space after its
// end.
function renderCode(code: string): string {
  const codeStyle = `font-weight:600;letter-spacing:10px;padding-left:10px;font-family:${codeFontFamily}`
  return `<table ${tableAttributes} width="100%" style="margin:8px 0 24px"><tr><td class="panel" align="center"
 ${formatBoxStyle('#f7f8fa', 'border:1px solid #e2e8f0;border-radius:8px;padding:20px 8px')}>
<span class="code ink" style="${formatFontStyle(38, 46, '#111827', codeStyle)}">${escapeHtml(code)}</span></td></tr></table>`
}
