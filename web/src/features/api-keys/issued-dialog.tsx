import type { IssuedApiKey } from '@dooryard/contract/api-keys'
import { ActionIcon, Button, Modal, PasswordInput, Stack } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useCopying } from '../../ui/display/copy-button.tsx'
import { Notice } from '../../ui/display/panel.tsx'
import { DialogChoices, DialogText, Kept } from '../../ui/form/call-dialog.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { useOpened } from '../../ui/hooks.ts'
import classes from './api-keys.module.css'
import { firstCall } from './first-call.ts'

const reveal = { 'aria-label': 'Show or hide the key', tabIndex: 0 }

type CallProps = { text: string; isCopied: boolean; onCopy: () => void }

function FirstCall({ text, isCopied, onCopy }: CallProps) {
  const words = 'Copy the call'
  return (
    <section className={classes.call} aria-label="A first call">
      <header>
        <h3>Try it: this call costs nothing</h3>
        <ActionIcon aria-label={words} title={words} onClick={onCopy}>
          {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        </ActionIcon>
      </header>
      <pre>{text}</pre>
    </section>
  )
}

type IssuedKeyProps = { issued: IssuedApiKey; isTaken: boolean; onTaken: () => void; onStored: () => void }

function IssuedKey({ issued: { key, prefix, scopes }, isTaken, onTaken, onStored }: IssuedKeyProps) {
  const [isShown, setShown] = useState(false)
  const ofKey = useCopying(onTaken)
  const ofCall = useCopying(onTaken)
  const call = (text: string) => firstCall(window.location.origin, text, scopes)
  const [whole, shown] = [call(key), call(isShown ? key : `${prefix}…`)]
  return (
    <Stack>
      <Notice tone="warn">
        This is the only time that the key is shown. Keep it where you keep passwords: whoever has it can use it.
      </Notice>
      <div className={classes.issued}>
        <PasswordInput
          label="API key"
          value={key}
          readOnly
          autoComplete="off"
          visible={isShown}
          onVisibilityChange={setShown}
          visibilityToggleButtonProps={reveal}
          classNames={{ innerInput: classes.secret }}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          data-autofocus
          className={classes.copy}
          variant={isTaken ? 'default' : 'filled'}
          leftSection={ofKey.isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => ofKey.copy(key)}
        >
          {ofKey.isCopied ? 'Copied' : 'Copy key'}
        </Button>
      </div>
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

type AskProps = { opened: boolean; onStay: () => void; onClose: () => void }

/** Asks before a key that nobody has is gone. */
const AskFirst = ({ opened, onStay, onClose }: AskProps) => (
  <Modal
    opened={opened}
    onClose={onStay}
    size="sm"
    // The Escape that opened it would close it again, as the dialog below hears each of them.
    closeOnEscape={false}
    title="Close without the key?"
    closeButtonProps={{ 'aria-label': 'Stay' }}
  >
    <Stack inert={!opened}>
      <DialogText>{unseen}</DialogText>
      <DialogChoices>
        <Button data-autofocus variant="default" onClick={onStay}>
          Back to the key
        </Button>
        <Button onClick={onClose}>Close without it</Button>
      </DialogChoices>
    </Stack>
  </Modal>
)

const coming = 'The key is on its way, and is shown only here and now. Without it, regenerate the key to get another.'

type IssuedProps = { issued: IssuedApiKey | undefined; isComing: boolean; onClose: () => void }

/** Shows a key that was just made, this once; open while there is one. While one comes nobody leaves unasked either. */
export function IssuedDialog({ issued, isComing, onClose }: IssuedProps) {
  const [isTaken, setTaken] = useState(false)
  const [isAsking, setAsking] = useState(false)
  if (!issued && (isTaken || isAsking)) {
    setTaken(false)
    setAsking(false)
  }
  const leave = () => {
    if (isAsking) setAsking(false)
    else if (isTaken) onClose()
    else setAsking(true)
  }
  return (
    <>
      <Modal
        opened={useOpened(issued !== undefined)}
        onClose={leave}
        closeOnClickOutside={false}
        size={560}
        title={<Kept fresh={issued !== undefined}>The key of {issued?.name}</Kept>}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div inert={!issued}>
          <Kept fresh={issued !== undefined}>
            {issued && (
              <IssuedKey issued={issued} isTaken={isTaken} onTaken={() => setTaken(true)} onStored={onClose} />
            )}
          </Kept>
        </div>
      </Modal>
      <AskFirst opened={issued !== undefined && isAsking} onStay={() => setAsking(false)} onClose={onClose} />
      <LeaveGuard
        when={() => isComing || (issued !== undefined && !isTaken)}
        asksOnReload
        title="Leave without the key?"
        text={isComing ? coming : unseen}
        leave="Leave without it"
      />
    </>
  )
}
