import type { OutboxMail } from '@dooryard/contract/about'
import { Box, Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Divider.layer.css'
import { Check, Copy } from 'lucide-react'
import { styleNonce } from '../../style-nonce.ts'
import { useCopy } from '../../ui/display/copy-button.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { findCode } from './find-code.ts'
import classes from './outbox.module.css'

export function MailView({ mail }: { mail: OutboxMail }) {
  const code = findCode(mail)
  return (
    <Paper
      component="article"
      withBorder
      radius="lg"
      flex={1}
      miw={0}
      className={classes.mail}
      aria-label={mail.subject}
    >
      <Stack component="header" gap="sm" px={20} py="md">
        <div>
          <Title order={2} fw={700}>
            {mail.subject}
          </Title>
          <Text fz="sm" mt={4} c="dimmed">
            To {mail.to}, <Instant at={mail.createdAt} />
          </Text>
        </div>
        {code && <CopyCode code={code} />}
      </Stack>
      <Divider />
      {/* Scripts, forms and links of a mail are inert here. */}
      <iframe className={classes.html} title="The mail as HTML" sandbox="" srcDoc={addNonce(mail.html)} />
      <Divider />
      <Box component="section" px={20} py="md" aria-labelledby="as-text">
        <Title order={3} id="as-text" mb="xs" fw={700} fz="sm" lh="18px">
          As plain text
        </Title>
        <Text component="pre" m={0} ff="monospace" fz="xs" lh="18px" style={{ whiteSpace: 'pre-wrap' }}>
          {mail.text}
        </Text>
      </Box>
    </Paper>
  )
}

/**
 * The page's content security policy applies inside the frame too: it allows a mail's style only with the page's
 * nonce.
 */
const addNonce = (html: string) => html.replaceAll('<style>', `<style nonce="${styleNonce}">`)

function CopyCode({ code }: { code: string }) {
  const { copy, isCopied } = useCopy()
  const Icon = isCopied ? Check : Copy
  return (
    <Group gap="sm">
      <Text component="output" ff="monospace" fz={22} fw={600} lts="0.12em" aria-label="Code">
        {code}
      </Text>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon size={14} aria-hidden="true" />}
        onClick={() => copy(code)}
      >
        {isCopied ? 'Copied' : 'Copy code'}
      </Button>
    </Group>
  )
}
