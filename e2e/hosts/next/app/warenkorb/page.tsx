export default function Cart() {
  return <h1>Warenkorb</h1>
}
