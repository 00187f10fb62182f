// Style sheets and other files are for the bundler; the compiler only has to let them pass.
declare module "*.css"

declare module "*.sgf?raw" {
  const text: string
  export default text
}
