import type { OutboxMail } from '@dooryard/contract/about'
import { Button } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { formatDayAndTime } from '../../lib/format.ts'
import { styleNonce } from '../../style-nonce.ts'
import { useCopying } from '../../ui/display/copy-button.tsx'
import { codeIn } from './code-in.ts'
import classes from './outbox.module.css'

/** One mail, as its reader would see it and as plain text. */
export function MailView({ mail }: { mail: OutboxMail }) {
  const code = codeIn(mail)
  return (
    <article className={classes.mail} aria-label={mail.subject}>
      <header className={classes.head}>
        <h2>{mail.subject}</h2>
        <p className={classes.envelope}>
          To {mail.to}, <time dateTime={mail.createdAt}>{formatDayAndTime(mail.createdAt)}</time>
        </p>
        {code && <CopyCode code={code} />}
      </header>
      {/* Neither script nor form nor link of a mail does anything here. */}
      <iframe className={classes.html} title="The mail as HTML" sandbox="" srcDoc={withNonce(mail.html)} />
      <section className={classes.text} aria-labelledby="as-text">
        <h3 id="as-text">As plain text</h3>
        <pre>{mail.text}</pre>
      </section>
    </article>
  )
}

/** The page's content policy holds within the frame too: it takes the style of a mail by the page's nonce alone. */
const withNonce = (html: string) => html.replaceAll('<style>', `<style nonce="${styleNonce}">`)

function CopyCode({ code }: { code: string }) {
  const { copy, isCopied } = useCopying()
  return (
    <div className={classes.code}>
      <output aria-label="Code">{code}</output>
      <Button
        variant="default"
        size="xs"
        leftSection={isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
        onClick={() => copy(code)}
      >
        {isCopied ? 'Copied' : 'Copy code'}
      </Button>
    </div>
  )
}
