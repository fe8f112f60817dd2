import { testScreens } from '../screens.ts'

testScreens(['admin'], { part: 2, of: 2 })
