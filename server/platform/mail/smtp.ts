import { minuteMs } from '@dooryard/contract/time'
import { createTransport } from 'nodemailer'
import { type Deliver, UndeliverableMail } from './mail.ts'

/** What a mail server may take for each step before it counts as gone. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: minuteMs }

type SmtpSettings = {
  /**
   * `smtps://user:password@host` or `smtp://…`, which must offer TLS. With `?ignoreTLS=true` at its end nothing is
   * encrypted, with `?tls.rejectUnauthorized=false` any certificate will do.
   */
  url: string
  from: string
}

/** A mail that is tried again keeps its Message-ID, so that a server which took it before can tell. */
export function smtpDelivery({ url, from }: SmtpSettings): Deliver & { close: () => void } {
  const isOpen = new URL(url).searchParams.get('ignoreTLS') === 'true'
  const transport = createTransport({ url, pool: true, requireTLS: !isOpen, ...timeouts })
  const sender = addressIn(from)
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const deliver: Deliver = async ({ id, to, subject, html, text }) => {
    if (!oneAddress.test(to)) throw new UndeliverableMail('What it is addressed to is not one address.')
    const message = {
      from,
      to,
      envelope: { from: sender, to: [to] },
      subject,
      html,
      text,
      messageId: `<${id}@${domain}>`,
      // So that no holiday notice comes back: RFC 3834, section 5.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    await transport.sendMail(message).catch((error: Error) => refuse(error, to))
  }
  return Object.assign(deliver, { close: () => transport.close() })
}

/** Without what could make it a list, a name with an address, or a line of its own. */
const oneAddress = /^[^\s"(),:;<>@[\\\]]+@[^\s"'(),:;<>@[\\\]]+$/

const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** A reply of 500 and more to the address or to the mail itself is final: RFC 5321, section 4.2.1. */
function refuse(error: Error & { code?: string; responseCode?: number }, to: string): never {
  // Errors end up in logs and beside their jobs, and servers like to quote whom they refuse.
  const message = error.message.replaceAll(new RegExp(RegExp.escape(to), 'gi'), '(the reader)')
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  if (isAboutMail && (error.responseCode ?? 0) >= 500) throw new UndeliverableMail(message)
  throw new Error(message)
}
