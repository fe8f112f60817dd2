import type { IssuedApiKey } from '@dooryard/contract/api-keys'
import type { ApiScope } from '@dooryard/contract/api-scopes'
import { ActionIcon, Box, Button, Divider, Flex, Group, Modal, Paper, PasswordInput, Stack, Title } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useCopying } from '../../ui/display/copy-button.tsx'
import { Notice } from '../../ui/display/panel.tsx'
import { DialogChoices, DialogText, Kept } from '../../ui/form/call-dialog.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { useOpened } from '../../ui/hooks.ts'

const reveal = { 'aria-label': 'Show or hide the key', tabIndex: 0 }

const callBody = JSON.stringify({
  campaignType: 'MAIL_READY',
  criteria: { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
})

/**
 * A call that a key may make and that costs nothing, for a shell; none for a key that may only place orders, since that
 * spends credits.
 */
function buildFirstCall(key: string, scopes: readonly ApiScope[]): string | undefined {
  const orders = `${window.location.origin}/v1/enterprise/orders`
  const authorization = `-H 'Authorization: Bearer ${key}'`
  if (scopes.includes('counts:read'))
    return [
      `curl ${orders}/count \\`,
      `  ${authorization} \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d '${callBody}'`,
    ].join('\n')
  return scopes.includes('orders:read') ? `curl ${orders} \\\n  ${authorization}` : undefined
}

const CopiedIcon = ({ isCopied }: { isCopied: boolean }) => (isCopied ? <Check size={16} /> : <Copy size={16} />)

const FirstCall = ({ text, isCopied, onCopy }: { text: string; isCopied: boolean; onCopy: () => void }) => (
  <Paper component="section" withBorder aria-label="A first call" style={{ overflow: 'hidden' }}>
    <Group justify="space-between" bg="var(--raised)" p="2px 4px 2px 12px">
      <Title order={3} c="dimmed" fz="xs" fw={500}>
        Try it: this call costs nothing
      </Title>
      <ActionIcon aria-label="Copy the call" title="Copy the call" onClick={onCopy}>
        <CopiedIcon isCopied={isCopied} />
      </ActionIcon>
    </Group>
    <Divider />
    <Box
      component="pre"
      m={0}
      p="sm"
      ff="monospace"
      fz="xs"
      lh="18px"
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text}
    </Box>
  </Paper>
)

const inMonospace = { innerInput: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }

type IssuedKeyProps = { issued: IssuedApiKey; isTaken: boolean; onTaken: () => void; onStored: () => void }

function IssuedKey({ issued: { key, prefix, scopes }, isTaken, onTaken, onStored }: IssuedKeyProps) {
  const [isShown, setShown] = useState(false)
  const ofKey = useCopying(onTaken)
  const ofCall = useCopying(onTaken)
  const whole = buildFirstCall(key, scopes)
  const shown = buildFirstCall(isShown ? key : `${prefix}…`, scopes)
  return (
    <Stack>
      <Notice tone="warn">
        This is the only time that the key is shown. Keep it where you keep passwords: whoever has it can use it.
      </Notice>
      <Flex direction={{ base: 'column', sm: 'row' }} align={{ base: 'stretch', sm: 'flex-end' }} gap="xs">
        <PasswordInput
          flex={1}
          miw={0}
          label="API key"
          value={key}
          readOnly
          autoComplete="off"
          visible={isShown}
          onVisibilityChange={setShown}
          visibilityToggleButtonProps={reveal}
          styles={inMonospace}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          data-autofocus
          miw={116} // the same width whatever it says
          variant={isTaken ? 'default' : 'filled'}
          leftSection={<CopiedIcon isCopied={ofKey.isCopied} />}
          onClick={() => ofKey.copy(key)}
        >
          {ofKey.isCopied ? 'Copied' : 'Copy key'}
        </Button>
      </Flex>
      {whole && shown && <FirstCall text={shown} isCopied={ofCall.isCopied} onCopy={() => ofCall.copy(whole)} />}
      <DialogChoices>
        <span role="status" className="visually-hidden">
          {ofKey.isCopied ? 'The key is copied.' : ofCall.isCopied && 'The call is copied.'}
        </span>
        <Button variant={isTaken ? 'filled' : 'default'} onClick={onStored}>
          I have stored it
        </Button>
      </DialogChoices>
    </Stack>
  )
}

const unseen = 'The key was not copied, and it cannot be shown again. Without it, regenerate the key to get another.'

const coming = 'The key is on its way, and is shown only here and now. Without it, regenerate the key to get another.'

type IssuedProps = { issued: IssuedApiKey | undefined; isComing: boolean; onClose: () => void }

/** Shows a key that was just made, this once; open while there is one. While one comes nobody leaves unasked either. */
export function IssuedDialog({ issued, isComing, onClose }: IssuedProps) {
  const [isTaken, setTaken] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isOpen = issued !== undefined
  if (!isOpen && (isTaken || isAsking)) {
    setTaken(false)
    setAsking(false)
  }
  const stay = () => setAsking(false)
  const leave = () => {
    if (isAsking) stay()
    else if (isTaken) onClose()
    else setAsking(true)
  }
  return (
    <>
      <Modal
        opened={useOpened(isOpen)}
        onClose={leave}
        closeOnClickOutside={false}
        size={560}
        title={<Kept fresh={isOpen}>The key of {issued?.name}</Kept>}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div inert={!isOpen}>
          <Kept fresh={isOpen}>
            {issued && (
              <IssuedKey issued={issued} isTaken={isTaken} onTaken={() => setTaken(true)} onStored={onClose} />
            )}
          </Kept>
        </div>
      </Modal>
      <Modal
        opened={isOpen && isAsking}
        onClose={stay}
        size="sm"
        // The Escape that opened it would close it again, as the dialog below hears each of them.
        closeOnEscape={false}
        title="Close without the key?"
        closeButtonProps={{ 'aria-label': 'Stay' }}
      >
        <Stack inert={!isOpen || !isAsking}>
          <DialogText>{unseen}</DialogText>
          <DialogChoices>
            <Button data-autofocus variant="default" onClick={stay}>
              Back to the key
            </Button>
            <Button onClick={onClose}>Close without it</Button>
          </DialogChoices>
        </Stack>
      </Modal>
      <LeaveGuard
        when={() => isComing || (isOpen && !isTaken)}
        asksOnReload
        title="Leave without the key?"
        text={isComing ? coming : unseen}
        leave="Leave without it"
      />
    </>
  )
}
