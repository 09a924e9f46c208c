//! Pipes: names, connections, descriptors in messages, pipes of other programs.

use crate::support::{Calls, Log, both, real};
use roundel_loop::{Phase, Pipe, Read, RunMode};
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;

/// A name that no other test has, in a folder that goes with it.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("roundel-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

real!(a_bound_path_is_removed_with_its_handle, |lp| {
    let folder = folder("bound");
    let path = folder.join("socket");
    let name = path.to_str().unwrap().to_owned();
    let server = Pipe::new(lp);
    server.bind(lp, &name).unwrap();
    assert!(path.exists());
    assert_eq!(server.local_name(lp).unwrap(), name.as_bytes());
    let second = Pipe::new(lp);
    assert_eq!(second.bind(lp, &name).unwrap_err().kind(), io::ErrorKind::AddrInUse);
    second.close_quietly(lp);
    assert!(path.exists(), "only its owner removes it");
    let calls = Calls::new();
    let hit = calls.clone();
    server
        .listen(lp, 10, move |lp, server, connection| {
            let connection = connection.unwrap();
            assert_eq!(connection.peer_name(lp).unwrap(), b"");
            hit.hit();
            connection.close_quietly(lp);
            server.close_quietly(lp);
        })
        .unwrap();
    let hit = calls.clone();
    Pipe::new(lp)
        .connect(lp, &name, move |lp, client, result| {
            result.unwrap();
            assert_eq!(lp.current_phase(), Phase::Poll);
            hit.hit();
            client.close_quietly(lp);
        })
        .unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 2);
    assert!(!path.exists());
    std::fs::remove_dir(folder).unwrap();
});

both!(a_connect_that_fails_at_once_is_told_in_the_pending_phase, |lp| {
    let log = Log::new();
    let entry = log.clone();
    let pipe = Pipe::new(lp);
    pipe.connect(lp, "/no such folder/socket", move |lp, pipe, result| {
        entry.add((lp.current_phase(), result.unwrap_err().raw_os_error()));
        pipe.close_quietly(lp);
    })
    .unwrap();
    let entry = log.clone();
    // What was queued for a connection that never came is cancelled after it.
    pipe.write(lp, "x", move |lp, _, result| {
        entry.add((lp.current_phase(), result.unwrap_err().raw_os_error()));
    })
    .unwrap();
    log.expect(&[]);
    assert!(!lp.run(RunMode::Default));
    log.expect(&[(Phase::Pending, Some(2)), (Phase::Closing, Some(125))]);
});

both!(a_close_cancels_a_connect, |lp| {
    let pipe = Pipe::new(lp);
    let log = Log::new();
    let entry = log.clone();
    pipe.connect(lp, "/no such socket", move |_, _, result| {
        entry.add(result.unwrap_err().raw_os_error());
    })
    .unwrap();
    let entry = log.clone();
    pipe.close(lp, move |_| entry.add(None));
    assert!(!lp.run(RunMode::Default));
    log.expect(&[Some(125), None]);
});

both!(descriptors_travel_in_messages, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    let (mut reader, writer) = io::pipe().unwrap();
    let sent = Calls::new();
    for (text, fds) in [("plain", vec![]), ("with", vec![OwnedFd::from(writer)]), ("after", vec![])]
    {
        let hit = sent.clone();
        ours.write_with_fds(lp, text, fds, move |_, _, result| {
            result.unwrap();
            hit.hit();
        })
        .unwrap();
    }
    ours.shutdown(lp, |lp, stream, _| {
        stream.close_quietly(lp);
    })
    .unwrap();
    theirs.set_passes_fds(lp, true);
    let calls = Calls::new();
    let hit = calls.clone();
    let mut text = Vec::new();
    theirs
        .read_start(lp, move |lp, stream, read| match read {
            Read::Data(chunk) => {
                text.extend_from_slice(&chunk);
                if let Some(fd) = theirs.take_fd(lp) {
                    io::PipeWriter::from(fd).write_all(b"through").unwrap();
                    hit.hit();
                }
            }
            Read::End => {
                assert_eq!(text, b"plainwithafter");
                stream.close_quietly(lp);
            }
            Read::Error(error) => panic!("{error}"),
        })
        .unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!((sent.count(), calls.count()), (3, 1));
    let mut text = String::new();
    // The end comes because every copy of the writer is closed: ours when it had gone, theirs when it was dropped.
    reader.read_to_string(&mut text).unwrap();
    assert_eq!(text, "through");
});

both!(descriptors_nobody_took_are_closed_with_the_handle, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    let (mut reader, writer) = io::pipe().unwrap();
    ours.write_with_fds(lp, "x", vec![writer.into()], |_, _, _| {}).unwrap();
    theirs.set_passes_fds(lp, true);
    theirs
        .read_start(lp, |lp, stream, _| {
            stream.close_quietly(lp);
        })
        .unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!(reader.read(&mut [0]).unwrap(), 0);
});

real!(the_output_of_a_program_ends_when_it_does, |lp| {
    let (reader, writer) = io::pipe().unwrap();
    let mut child = std::process::Command::new("sh")
        .args(["-c", "echo one; echo two"])
        .stdout(writer)
        .spawn()
        .unwrap();
    let log = Log::new();
    let entry = log.clone();
    let mut text = Vec::new();
    Pipe::open(lp, reader)
        .unwrap()
        .read_start(lp, move |lp, stream, read| match read {
            Read::Data(chunk) => text.extend_from_slice(&chunk),
            Read::End => {
                entry.add(String::from_utf8(std::mem::take(&mut text)).unwrap());
                stream.close_quietly(lp);
            }
            Read::Error(error) => panic!("{error}"),
        })
        .unwrap();
    assert!(!lp.run(RunMode::Default));
    child.wait().unwrap();
    log.expect(&["one\ntwo\n".to_owned()]);
});

real!(what_can_not_be_a_stream_is_refused, |lp| {
    for path in ["/proc/self/exe", "/"] {
        let error = Pipe::open(lp, std::fs::File::open(path).unwrap()).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(22), "EINVAL");
    }
    // Always ready, and so not for epoll: whoever reads hears of it.
    let null = Pipe::open(lp, std::fs::File::open("/dev/null").unwrap()).unwrap();
    let log = Log::new();
    let entry = log.clone();
    null.read_start(lp, move |lp, stream, read| {
        let Read::Error(error) = read else { unreachable!() };
        entry.add(error.raw_os_error());
        stream.close_quietly(lp);
    })
    .unwrap();
    assert!(!lp.run(RunMode::Default));
    log.expect(&[Some(1)]);
});

both!(abstract_names_lead_to_their_sockets, |lp| {
    let name = format!("\0roundel-test-{}", std::process::id());
    let server = Pipe::new(lp);
    server.bind(lp, &name).unwrap();
    assert_eq!(server.local_name(lp).unwrap(), name.as_bytes());
    let log = Log::new();
    let entry = log.clone();
    Pipe::new(lp)
        .connect(lp, &name, move |lp, pipe, result| {
            entry.add(result.unwrap_err().kind());
            pipe.close_quietly(lp);
        })
        .unwrap();
    lp.run(RunMode::NoWait);
    log.expect(&[io::ErrorKind::ConnectionRefused]);
    let calls = Calls::new();
    let hit = calls.clone();
    server
        .listen(lp, 5, move |lp, server, connection| {
            hit.hit();
            connection.unwrap().close_quietly(lp);
            server.close_quietly(lp);
        })
        .unwrap();
    let hit = calls.clone();
    let client = Pipe::new(lp);
    client
        .connect(lp, &name, move |lp, client, result| {
            result.unwrap();
            hit.hit();
            assert_eq!(client.peer_name(lp).unwrap(), client_name());
            client.close_quietly(lp);
        })
        .unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 2);
});

fn client_name() -> Vec<u8> {
    format!("\0roundel-test-{}", std::process::id()).into_bytes()
}
