// In place of the groups of Mantine's buttons, which every button imports and none here is in.

function refuse(): never {
  throw new Error('The groups of Mantine buttons are left out of the build.')
}

export const ButtonGroup = () => refuse()
export const ButtonGroupSection = () => refuse()
export const ActionIconGroup = () => refuse()
export const ActionIconGroupSection = () => refuse()
