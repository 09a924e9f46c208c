//! `fetch` over a network in a page, under `--loop chrome` and `--loop firefox`: the answer comes in a task, and what arrived
//! before that task belongs to it all the same.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Command;
use std::thread;

/// Answers each of `answers` to a connection of its own and closes that; the program finds the address as `ADDRESS`.
#[track_caller]
fn prints(answers: &[&str], program: &str, expected: &str) {
    for lp in ["chrome", "firefox"] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let answers: Vec<String> = answers.iter().map(|&answer| answer.to_owned()).collect();
        let server = thread::spawn(move || {
            for answer in answers {
                let (mut socket, _) = listener.accept().unwrap();
                let head = BufReader::new(socket.try_clone().unwrap());
                let end = head.lines().map_while(Result::ok).find(String::is_empty);
                assert!(end.is_some(), "a head that ends");
                socket.write_all(answer.as_bytes()).unwrap();
            }
        });
        let output = support::output(
            Command::new(env!("CARGO_BIN_EXE_roundel"))
                .args(["--loop", lp, "-e", &program.replace("ADDRESS", &address)])
                .env_remove("NODE_OPTIONS")
                .env_remove("ROUNDEL_OPTIONS"),
        );
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{lp}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{lp}");
        server.join().unwrap();
    }
}

#[test]
fn a_body_that_comes_with_its_head_is_read() {
    prints(
        &["HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"],
        "fetch('ADDRESS').then(async (r) => console.log(r.status, await r.text()));",
        "200 hello\n",
    );
}

#[test]
fn a_body_in_chunks_keeps_its_order() {
    prints(
        &[
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
        ],
        "fetch('ADDRESS').then(async (r) => console.log(await r.text()));",
        "abcde\n",
    );
}

#[test]
fn an_answer_without_a_body_is_given() {
    prints(
        &["HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"],
        "fetch('ADDRESS').then(async (r) => console.log(r.status, r.body, (await r.text()).length));",
        "204 null 0\n",
    );
}

#[test]
fn a_body_that_is_cut_short_fails_after_the_answer() {
    prints(
        &["HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nhello"],
        "fetch('ADDRESS').then((r) => { console.log(r.status); return r.text(); }).catch((e) => console.log(e.name));",
        "200\nTypeError\n",
    );
}
