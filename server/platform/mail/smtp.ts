import { minuteMs } from '@dooryard/contract/api/time'
import { createTransport } from 'nodemailer'
import { type MailTransport, UndeliverableMail } from './mail.ts'

/** Time limits for each step of a mail server. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: minuteMs }

type SmtpSettings = {
  /**
   * `smtps://user:password@host` or `smtp://…`, which must offer TLS. A trailing `?ignoreTLS=true` disables
   * encryption; `?tls.rejectUnauthorized=false` accepts any certificate.
   */
  url: string
  from: string
}

/** A retried mail keeps its Message-ID, so that a server that took it before can recognize it. */
export function createSmtpTransport({ url, from }: SmtpSettings): MailTransport & { close: () => void } {
  const isOpen = new URL(url).searchParams.get('ignoreTLS') === 'true'
  const transport = createTransport({ url, pool: true, requireTLS: !isOpen, ...timeouts })
  const sender = parseSender(from)
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const deliver: MailTransport = async ({ id, to, subject, html, text }) => {
    if (!singleAddressPattern.test(to)) throw new UndeliverableMail('What it is addressed to is not one address.')
    const message = {
      from,
      to,
      envelope: { from: sender, to: [to] },
      subject,
      html,
      text,
      messageId: `<${id}@${domain}>`,
      // Prevents automatic replies: RFC 3834, section 5.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    await transport.sendMail(message).catch((error: Error) => throwDeliveryError(error, to))
  }
  return Object.assign(deliver, { close: () => transport.close() })
}

/** Excludes characters that could make it a list, a name with an address, or a separate line. */
const singleAddressPattern = /^[^\s"(),:;<>@[\\\]]+@[^\s"'(),:;<>@[\\\]]+$/

const parseSender = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** A reply of 500 or above to the address or to the mail itself is final: RFC 5321, section 4.2.1. */
function throwDeliveryError(error: Error & { code?: string; responseCode?: number }, to: string): never {
  // Errors end up in logs and with their jobs, and servers often quote the address they refuse.
  const message = error.message.replaceAll(new RegExp(RegExp.escape(to), 'gi'), '(the reader)')
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  if (isAboutMail && (error.responseCode ?? 0) >= 500) throw new UndeliverableMail(message)
  throw new Error(message)
}
