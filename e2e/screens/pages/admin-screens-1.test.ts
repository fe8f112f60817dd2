import { testScreens } from '../screens.ts'

testScreens(['admin'], { part: 1, of: 2 })
