import { testScreens } from '../screens.ts'

testScreens(['consumer'])
