import { Button, Group, Paper } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useCopy } from '../../ui/display/copy-button.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import classes from './code-block.module.css'

type CodeBlockProps = {
  /** Accessible name of the copy button: what the code does. */
  what: string
  /** Where the code goes, such as a file. */
  location: string
  code: string
  onCopied?: (() => void) | undefined
}

export function CodeBlock({ what, location, code, onCopied }: CodeBlockProps) {
  const { copy, isCopied } = useCopy(onCopied)
  const Icon = isCopied ? Check : Copy
  return (
    <Paper
      component="figure"
      withBorder
      m={0}
      miw={0}
      bg="var(--raised)"
      style={{ overflow: 'hidden' }}
      aria-label={what}
    >
      <Group
        component="figcaption"
        justify="space-between"
        wrap="nowrap"
        gap={12}
        mih={36}
        p="3px 6px 3px 14px"
        c="dimmed"
        fz={12}
        lh="18px"
        style={{ borderBottom: '1px solid var(--line)' }}
      >
        <span>{location}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon size={14} aria-hidden="true" />}
          aria-label={isCopied ? `Copied: ${what}` : `Copy: ${what}`}
          onClick={() => copy(code)}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <ScrollRegion label={what} className={classes.code}>
        <pre>
          <code>{code}</code>
        </pre>
      </ScrollRegion>
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </Paper>
  )
}
