import type { IssuedApiKey } from '@dooryard/contract/integrations/api-keys'
import type { ApiScope } from '@dooryard/contract/integrations/api-scopes'
import { ActionIcon, Box, Button, Divider, Flex, Group, Modal, Paper, PasswordInput, Stack, Title } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useCopy } from '../../ui/display/copy-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { DialogActions, DialogText, KeepLast } from '../../ui/form/mutation-dialog.tsx'
import { useMountedOpen } from '../../ui/hooks/hooks.ts'

const reveal = { 'aria-label': 'Show or hide the key', tabIndex: 0 }

const callBody = JSON.stringify({
  campaignType: 'MAIL_READY',
  criteria: { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
})

/**
 * Builds a shell command for a free call that the key may make; undefined for a key that may only place orders, since
 * that spends credits.
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
  <Paper component="section" withBorder aria-label="First request" style={{ overflow: 'hidden' }}>
    <Group justify="space-between" bg="var(--raised)" p="2px 4px 2px 12px">
      <Title order={3} c="dimmed" fz="xs" fw={500}>
        Try it with a free request
      </Title>
      <ActionIcon aria-label="Copy request" data-hint="Copy request" onClick={onCopy}>
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

const monospaceStyles = { innerInput: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }

type IssuedKeyProps = { issued: IssuedApiKey; isCopiedOrClosed: boolean; onTaken: () => void; onStored: () => void }

function IssuedKey({ issued: { key, prefix, scopes }, isCopiedOrClosed, onTaken, onStored }: IssuedKeyProps) {
  const [isShown, setShown] = useState(false)
  const keyCopy = useCopy(onTaken)
  const callCopy = useCopy(onTaken)
  const whole = buildFirstCall(key, scopes)
  const shown = buildFirstCall(isShown ? key : `${prefix}…`, scopes)
  return (
    <Stack>
      <Notice tone="warn">Copy this key now: it is shown only once. Store it like a password.</Notice>
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
          styles={monospaceStyles}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          data-autofocus
          miw={116} // keeps the same width for every label
          variant={isCopiedOrClosed ? 'default' : 'filled'}
          leftSection={<CopiedIcon isCopied={keyCopy.isCopied} />}
          onClick={() => keyCopy.copy(key)}
        >
          {keyCopy.isCopied ? 'Copied' : 'Copy key'}
        </Button>
      </Flex>
      {whole && shown && <FirstCall text={shown} isCopied={callCopy.isCopied} onCopy={() => callCopy.copy(whole)} />}
      <DialogActions>
        <span role="status" className="visually-hidden">
          {keyCopy.isCopied ? 'Key copied.' : callCopy.isCopied && 'Request copied.'}
        </span>
        <Button variant={isCopiedOrClosed ? 'filled' : 'default'} onClick={onStored}>
          Done
        </Button>
      </DialogActions>
    </Stack>
  )
}

const notCopiedText = "You haven't copied the key, and it cannot be shown again. To get another, regenerate it."

const pendingText = 'The key is being created and is shown only here. If you leave, regenerate it to get another.'

type IssuedProps = { issued: IssuedApiKey | undefined; isPending: boolean; onClose: () => void }

/**
 * Shows a newly created key once; open while there is a key. Leaving while the key is pending asks for confirmation.
 */
export function IssuedDialog({ issued, isPending, onClose }: IssuedProps) {
  const [isCopiedOrClosed, setTaken] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isOpen = issued !== undefined
  if (!isOpen && (isCopiedOrClosed || isAsking)) {
    setTaken(false)
    setAsking(false)
  }
  const stay = () => setAsking(false)
  const leave = () => {
    if (isAsking) stay()
    else if (isCopiedOrClosed) onClose()
    else setAsking(true)
  }
  return (
    <>
      <Modal
        opened={useMountedOpen(isOpen)}
        onClose={leave}
        closeOnClickOutside={false}
        size={560}
        title={<KeepLast fresh={isOpen}>API key: {issued?.name}</KeepLast>}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div inert={!isOpen}>
          <KeepLast fresh={isOpen}>
            {issued && (
              <IssuedKey
                issued={issued}
                isCopiedOrClosed={isCopiedOrClosed}
                onTaken={() => setTaken(true)}
                onStored={onClose}
              />
            )}
          </KeepLast>
        </div>
      </Modal>
      <Modal
        opened={isOpen && isAsking}
        onClose={stay}
        size="sm"
        // Without this, the Escape that opened this dialog would also close it, because the dialog below listens for
        // Escape too.
        closeOnEscape={false}
        title="Close without the key?"
        closeButtonProps={{ 'aria-label': 'Stay' }}
      >
        <Stack inert={!isOpen || !isAsking}>
          <DialogText>{notCopiedText}</DialogText>
          <DialogActions>
            <Button data-autofocus variant="default" onClick={stay}>
              Go back
            </Button>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </Stack>
      </Modal>
      <LeaveGuard
        when={() => isPending || (isOpen && !isCopiedOrClosed)}
        asksOnReload
        title="Leave without the key?"
        text={isPending ? pendingText : notCopiedText}
        leave="Leave"
      />
    </>
  )
}
