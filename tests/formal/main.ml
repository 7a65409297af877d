(* Reads whole numbers, has the checker that was extracted from the proofs judge them, and prints what
   was judged. The order of the numbers is that of the functions below; a list is its length and then
   its items. Nothing of the certificate itself need be believed. *)

open Checker

exception Malformed of string

let input_ = ref stdin

(* The next number; -1 stands for a price above all numbers. *)
let rec number () =
  let rec blank () =
    match input_char !input_ with ' ' | '\n' | '\r' | '\t' -> blank () | c -> c
  in
  let rec digits n =
    match input_char !input_ with
    | '0' .. '9' as c ->
        if n > (max_int / 10) - 1 then raise (Malformed "a number is too large");
        digits ((10 * n) + Char.code c - 48)
    | ' ' | '\n' | '\r' | '\t' -> n
    | _ -> raise (Malformed "a number is expected")
    | exception End_of_file -> n
  in
  match blank () with
  | '-' -> if number () = 1 then -1 else raise (Malformed "a number is below -1")
  | '0' .. '9' as c -> digits (Char.code c - 48)
  | _ -> raise (Malformed "a number is expected")

let rec positive n =
  if n < 1 then raise (Malformed "a place is below 1")
  else if n = 1 then XH
  else if n land 1 = 1 then XI (positive (n / 2))
  else XO (positive (n / 2))

let n_of n = if n < 0 then raise (Malformed "a number is negative") else if n = 0 then N0 else Npos (positive n)
let rec nat n = if n <= 0 then O else S (nat (n - 1))

let rec int_of_positive = function
  | XH -> 1
  | XI p -> (2 * int_of_positive p) + 1
  | XO p -> 2 * int_of_positive p

let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p
let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n

let list_of item =
  let n = number () in
  if n < 0 then raise (Malformed "a number of items is negative");
  List.init n (fun _ -> item ())

let place () = positive (number ())
let amount () = n_of (number ())
let price () = match number () with -1 -> None | n -> Some (n_of n)

let choice what values =
  let k = number () in
  if k < 0 || k >= List.length values then raise (Malformed (what ^ " is unknown"));
  List.nth values k

let tariff () =
  let steps = list_of amount in
  let last =
    match number () with
    | 0 -> Ends (price ())
    | 1 -> Forever (amount ())
    | _ -> raise (Malformed "the end of a tariff is unknown")
  in
  List.fold_right (fun p rest -> Pay (p, rest)) steps last

let setting () =
  let rule_ = choice "the rule" [ Motus; Pegs; Jotto ] in
  let hard = choice "the restriction" [ Anything_goes; Consistent; Possible; Hints ] in
  let guess_codes = list_of (fun () -> list_of amount) in
  let secret_codes = list_of (fun () -> list_of amount) in
  { rule_; guess_codes; secret_codes; weights = list_of amount; hard; openers = [] }

let claim () =
  match number () with
  | 0 -> Worst (nat (number ()))
  | 1 ->
      let prices = tariff () in
      Cost (prices, amount ())
  | _ -> raise (Malformed "the claim is unknown")

let rec strategy () =
  match number () with
  | 0 -> Stop
  | g ->
      let branch () =
        let clue = amount () in
        (clue, strategy ())
      in
      Ask (positive g, list_of branch)

let table () =
  List.fold_left
    (fun m (k, v) -> PositiveMap.add k v m)
    PositiveMap.empty
    (list_of (fun () ->
         let k = place () in
         (k, place ())))

let state () =
  match number () with
  | 0 -> Anything
  | 1 -> First (list_of place)
  | 2 -> Only (list_of place)
  | _ -> raise (Malformed "a state is unknown")

let word () = list_of (fun () -> nat (number ()))

let reasoning () =
  match number () with
  | 0 ->
      let prices = tariff () in
      let from = Obj.magic (state ()) in
      let bound = price () in
      let set = list_of place in
      let reasons = list_of place in
      let symmetries = list_of word in
      Claim ({ prices; from; set; bound }, reasons, symmetries, list_of place)
  | 1 ->
      let of_ = place () in
      Image (of_, word ())
  | _ -> raise (Malformed "a step is unknown")

let certificate () =
  let plays = strategy () in
  let permutations =
    list_of (fun () ->
        let image = table () in
        let forth = table () in
        { image; forth; back = table () })
  in
  let steps_ = list_of reasoning in
  { plays; permutations; steps_; last = list_of place }

let rec say_tariff = function
  | Ends None -> "no miss allowed"
  | Ends (Some m) -> Printf.sprintf "%d for a miss" (int_of_n m)
  | Forever p -> Printf.sprintf "%d for each further guess" (int_of_n p)
  | Pay (p, rest) -> Printf.sprintf "%d, %s" (int_of_n p) (say_tariff rest)

let say = function
  | Worst d -> Printf.sprintf "the worst case is %d" (int_of_nat d)
  | Cost (prices, b) -> Printf.sprintf "the least cost is %d (%s)" (int_of_n b) (say_tariff prices)

(* A question: what may be proposed first, the claim, and its proof. *)
let question game =
  let openers = list_of place in
  let what = claim () in
  let proven = check { game with openers } what (certificate ()) in
  Printf.printf "%s: of %d guesses and %d secrets %s%s\n%!"
    (if proven then "PROVEN" else "NOT PROVEN")
    (List.length game.guess_codes) (List.length game.secret_codes) (say what)
    (match openers with
    | [] -> ""
    | _ ->
        " beginning with "
        ^ String.concat " or " (List.map (fun g -> string_of_int (int_of_positive g)) openers));
  proven

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 8_000_000; space_overhead = 200 };
  try
    if Array.length Sys.argv > 1 then input_ := open_in_bin Sys.argv.(1);
    let game = setting () in
    let proven = list_of (fun () -> question game) in
    (match number () with
    | _ -> raise (Malformed "something follows the questions")
    | exception End_of_file -> ());
    exit (if proven <> [] && List.for_all Fun.id proven then 0 else 1)
  with
  | Malformed what -> prerr_endline ("malformed: " ^ what); exit 2
  | End_of_file -> prerr_endline "malformed: it ends early"; exit 2
  | Sys_error what -> prerr_endline what; exit 2
